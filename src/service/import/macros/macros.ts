import amountsSql from './amounts.sql?raw'
import areasSql from './areas.sql?raw'
import cellsSql from './cells.sql?raw'
import datesSql from './dates.sql?raw'
import numbersSql from './numbers.sql?raw'
import pointsSql from './points.sql?raw'
import pricesSql from './prices.sql?raw'
import tablesSql from './tables.sql?raw'

/** How one cell of a file is read, and the tables that are filled while its rows are judged. */
export const MACROS = [cellsSql, pointsSql, amountsSql, areasSql, numbersSql, datesSql, pricesSql, tablesSql].join('\n')
