-- Whether rows with an area lie where a dunam has another size than 1,000 m².
FROM judged WHERE country IN ('iq', 'cy') AND area IS NOT NULL LIMIT 1
