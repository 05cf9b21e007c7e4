// @ts-check
// The page with hot reload, over a proxy that runs beside it: `PORT=8081 npm start`.
import { createServer } from 'vite'
import { buildBasemap } from './build-basemap.js'

await buildBasemap({ log: console.log })
const server = await createServer()
await server.listen()
server.printUrls()
