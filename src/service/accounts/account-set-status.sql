UPDATE account SET status = :status WHERE name = :name
