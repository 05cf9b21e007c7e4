INSERT INTO call_count (name, calls) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET calls = calls + 1
