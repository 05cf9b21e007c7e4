-- What was spent so far is set aside under another name, so that the cycle begins anew at nothing.
UPDATE spent SET cycle = cycle || ' until ' || :at WHERE account = :account AND cycle = :cycle
