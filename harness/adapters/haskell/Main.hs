{-# LANGUAGE CPP #-}
-- SPDX-License-Identifier: MIT
-- | An adapter for network-uri. docs/parsers/haskell.md says which calls it uses.
module Main (main) where

import Network.URI
import UriproofAdapter

-- | The parts, which network-uri gives with their delimiters. The path is never absent.
partsOf :: URI -> Value
partsOf uri = Parts
  [ ("scheme", Just (init (uriScheme uri)))
  , ("userinfo", uriAuthority uri >>= without init . uriUserInfo)
  , ("host", uriRegName <$> uriAuthority uri)
  , ("port", uriAuthority uri >>= without tail . uriPort)
  , ("path", Just (uriPath uri))
  , ("query", without tail (uriQuery uri))
  , ("fragment", without tail (uriFragment uri))
  ]
  where
    without _ "" = Nothing
    without delimiter text = Just (delimiter text)

asked :: String -> (a -> Value) -> Maybe a -> Answer
asked key value = maybe (rejected "no parse") (accepted key . value)

resolve :: [String] -> Answer
resolve [base, ref] = asked "uri" Text
  ((\u r -> uriToString id (r `relativeTo` u) "") <$> parseURI base <*> parseURIReference ref)
resolve _ = []

normalize :: [String] -> Answer
normalize [uri] = asked "uri" (Text . normalizeEscape . normalizePathSegments . normalizeCase) (uri <$ parseURI uri)
normalize _ = []

main :: IO ()
main = serve Adapter
  { name = "haskell-network-uri"
  , version = VERSION_network_uri
  , dialects = ["rfc3986"]
  , transforms = []
  , ops =
      [ ("parse", asked "components" partsOf . parseURI . head)
      , ("resolve", resolve)
      , ("normalize", normalize)
      , ("encode", accepted "text" . Text . escapeURIString isUnreserved . head)
      , ("decode", accepted "text" . Text . unEscapeString . head)
      ]
  }
