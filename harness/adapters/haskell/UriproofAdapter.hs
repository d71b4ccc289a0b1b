-- SPDX-License-Identifier: MIT
-- | The adapter's side of uriproof's protocol (docs/protocol.md), for parsers in Haskell.
--
-- An operation gets its request's fields, in the order of docs/protocol.md, and returns its answer. A
-- text is a String, decoded from UTF-8; text that is not UTF-8 is unsupported. An exception ends the
-- adapter, which the harness reports as a crash.
module UriproofAdapter
  ( Answer, Value (..), Adapter (..), accepted, rejected, serve
  ) where

import qualified Data.ByteString as B
import qualified Data.ByteString.Char8 as C
import qualified Data.Text as T
import qualified Data.Text.Encoding as E
import Data.Char (chr, digitToInt, intToDigit, isDigit, isHexDigit)
import Data.List (intercalate)
import System.IO (hFlush, stdin, stdout)

-- | A value of an answer, or of a request, which has only texts and numbers.
data Value = Text String | Bool Bool | Parts [(String, Maybe String)] | Number String

type Answer = [(String, Value)]

data Adapter = Adapter
  { name :: String
  , version :: String
  , dialects :: [String]
  , transforms :: [(String, [String])]
  , ops :: [(String, [String] -> Answer)]
  }

accepted :: String -> Value -> Answer
accepted key value = [("status", Text "accepted"), (key, value)]

-- | A rejection, with a message for people. It is cut, since parsers like to repeat the whole text.
rejected :: String -> Answer
rejected words' = [("status", Text "rejected"), ("error", Text (message words'))]

message :: String -> String
message = map (\c -> if isPrintable c then c else '?') . take 200

isPrintable :: Char -> Bool
isPrintable c = c >= ' ' && c <= '~'

-- ---- Writing

quoted :: String -> String
quoted text = '"' : concatMap escaped text ++ "\""
  where escaped c = if c `elem` "\"\\" then ['\\', c] else [c]

object :: [String] -> String
object fields = "{" ++ intercalate "," fields ++ "}"

list :: [String] -> String
list texts = "[" ++ intercalate "," (map quoted texts) ++ "]"

-- | A text with its name. If it is not printable ASCII, it is written in hexadecimal, and _hex is
-- added to its name.
field :: (String, Value) -> String
field (key, Text text)
  | all isPrintable text = quoted key ++ ":" ++ quoted text
  | otherwise = quoted (key ++ "_hex") ++ ":" ++ quoted (hexadecimal text)
field (key, Bool value) = quoted key ++ ":" ++ (if value then "true" else "false")
field (key, Number number) = quoted key ++ ":" ++ number
field (key, Parts parts) = quoted key ++ ":" ++ object [field (part, Text text) | (part, Just text) <- parts]

hexadecimal :: String -> String
hexadecimal = concatMap octet . B.unpack . E.encodeUtf8 . T.pack
  where octet o = [intToDigit (fromIntegral o `div` 16), intToDigit (fromIntegral o `mod` 16)]

-- ---- Reading

-- | The members of a flat object of strings and whole numbers, since a request has no others.
members :: String -> Maybe [(String, Value)]
members line = case skip line of
  '{' : rest | '}' : end <- skip rest -> if skip end == "" then Just [] else Nothing
             | otherwise -> member rest
  _ -> Nothing

skip :: String -> String
skip = dropWhile (`elem` " \t\r")

member :: String -> Maybe [(String, Value)]
member text = do
  (key, afterKey) <- string (skip text)
  ':' : rest <- Just (skip afterKey)
  (value, afterValue) <- scalar (skip rest)
  case skip afterValue of
    ',' : more -> ((key, value) :) <$> member more
    '}' : end | skip end == "" -> Just [(key, value)]
    _ -> Nothing

scalar :: String -> Maybe (Value, String)
scalar text@('"' : _) = do
  (value, rest) <- string text
  Just (Text value, rest)
scalar text = case span (`elem` "-0123456789") text of
  (digits, rest) | any isDigit digits -> Just (Number digits, rest)
  _ -> Nothing

string :: String -> Maybe (String, String)
string ('"' : text) = characters text
string _ = Nothing

characters :: String -> Maybe (String, String)
characters ('"' : rest) = Just ("", rest)
characters ('\\' : 'u' : a : b : c : d : rest) | all isHexDigit [a, b, c, d] =
  prepend (chr (foldl (\n digit -> n * 16 + digitToInt digit) 0 [a, b, c, d])) rest
characters ('\\' : c : rest) = lookup c escapes >>= \meant -> prepend meant rest
  where escapes = zip "\"\\/bfnrt" "\"\\/\b\f\n\r\t"
characters (c : rest) | c >= ' ' = prepend c rest
characters _ = Nothing

prepend :: Char -> String -> Maybe (String, String)
prepend c rest = do
  (text, end) <- characters rest
  Just (c : text, end)

-- | A text of a request: Left if it is not there, or in the wrong form; Nothing if it is no UTF-8.
textOf :: [(String, Value)] -> String -> Either String (Maybe String)
textOf request key = case (lookup key request, lookup (key ++ "_hex") request) of
  (Just (Text plain), _) | all isPrintable plain -> Right (Just plain)
  (Nothing, Just (Text digits)) | Just octets <- unhex digits ->
    Right (either (const Nothing) (Just . T.unpack) (E.decodeUtf8' (B.pack octets)))
  _ -> Left ("no " ++ key ++ ", or it is not as the protocol has it")
  where
    unhex (a : b : rest) | all (`elem` "0123456789abcdef") [a, b] =
      (fromIntegral (digitToInt a * 16 + digitToInt b) :) <$> unhex rest
    unhex "" = Just []
    unhex _ = Nothing

-- ---- Answering

fieldsOf :: String -> [String]
fieldsOf "resolve" = ["base", "ref"]
fieldsOf "equivalent" = ["uri", "other"]
fieldsOf op = if op `elem` ["decode", "encode"] then ["text"] else ["uri"]

answer :: Adapter -> String -> String
answer adapter line = case members line of
  Nothing -> complaint "no object"
  Just request -> case lookup "op" request of
    Just (Text "hello") -> hello adapter
    Just (Text op) -> object (map field (identity request ++ answerTo adapter op request))
    _ -> complaint "no op"
  where
    complaint words' = object [field ("error", Text ("not a request: " ++ words'))]
    identity request = [("id", value) | Just value@(Number _) <- [lookup "id" request]]

answerTo :: Adapter -> String -> [(String, Value)] -> Answer
answerTo adapter op request = case lookup op (ops adapter) of
  Nothing -> [("status", Text "unsupported")]
  Just operation -> case mapM (textOf request) (fieldsOf op) of
    Left words' -> [("error", Text ("not a request: " ++ words'))]
    Right texts -> maybe [("status", Text "unsupported"), ("error", Text "no UTF-8")] operation
                         (sequence texts)

hello :: Adapter -> String
hello adapter = object
  [ "\"protocol\":2", field ("name", Text (name adapter)), field ("version", Text (version adapter))
  , field ("language", Text "haskell"), "\"dialects\":" ++ list (dialects adapter)
  , "\"ops\":" ++ list (map fst (ops adapter))
  , "\"transforms\":" ++ object [quoted part ++ ":" ++ list names | (part, names) <- transforms adapter]
  ]

-- | Answers requests until standard input ends. All lines that are available are answered before
-- the output is written.
serve :: Adapter -> IO ()
serve adapter = loop B.empty
  where
    loop rest = do
      chunk <- B.hGetSome stdin 262144
      if B.null chunk then pure () else take' (B.append rest chunk)
    take' octets = do
      let (whole, rest) = C.breakEnd (== '\n') octets
      mapM_ (C.putStrLn . C.pack . answer adapter . C.unpack) (filter (not . B.null) (C.lines whole))
      hFlush stdout
      loop rest
