UPDATE account SET plan = :plan WHERE name = :name
