UPDATE parsed SET region = spelled, is_respelled = true FROM spelling WHERE level = 'region' AND region = name;
UPDATE parsed SET province = spelled, is_respelled = true FROM spelling WHERE level = 'province' AND province = name;
UPDATE parsed SET city = spelled, is_respelled = true FROM spelling WHERE level = 'city' AND city = name;
UPDATE parsed SET macrozone = spelled, is_respelled = true FROM spelling WHERE level = 'macrozone' AND macrozone = name;
UPDATE parsed SET microzone = spelled, is_respelled = true FROM spelling WHERE level = 'microzone' AND microzone = name;
