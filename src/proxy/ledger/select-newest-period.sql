SELECT max(as_of) AS as_of FROM edition
