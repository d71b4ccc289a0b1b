module uriproof/adapters

go 1.19
