-- The rows of a build in one of the tables that all servers have, and a sum over their content that does not depend on
-- their order. Texts of numbers are exact, and hash NULL like any other value.
SELECT toString(count()) AS rows, toString(sum(cityHash64(toString(tuple(*))))) AS sum
FROM {table:Identifier} WHERE build = {build:String} AND ({share})
