import type { Rooms } from './rooms.ts'

/** The rooms of the proxy, and the other rooms that each may use. */
export const PROXY_ROOMS: Rooms = {
  tiles: [],
  lessons: [],
  planning: ['lessons', 'tiles'],
  upstream: [],
  ledger: ['tiles'],
  'ledger/redis': ['ledger', 'tiles'],
  'ledger/sqlite': ['ledger', 'tiles'],
  'ledger/opening': ['ledger', 'ledger/redis', 'ledger/sqlite'],
  hints: ['tiles', 'planning', 'ledger', 'upstream'],
  spending: ['ledger', 'upstream'],
  buying: ['tiles', 'lessons', 'planning', 'ledger', 'hints', 'spending', 'upstream'],
  areas: ['buying', 'planning', 'ledger', 'hints', 'spending', 'upstream'],
  rates: ['buying', 'tiles', 'ledger', 'spending', 'upstream'],
  history: ['areas', 'buying', 'hints', 'ledger', 'planning', 'spending', 'tiles', 'upstream'],
  scales: ['tiles', 'ledger', 'hints', 'upstream'],
  access: ['spending'],
  routes: [
    'access',
    'areas',
    'history',
    'rates',
    'scales',
    'buying',
    'tiles',
    'ledger',
    'hints',
    'spending',
    'upstream',
  ],
}

/** The pure parts of the proxy: whole rooms, and single files of others. */
export const PROXY_PURE: [string, ...string[]] = [
  'lessons/',
  'planning/',
  'tiles/',
  'upstream/(circuit|endpoint-of|free-paths|openapi-parameters|rate-headers|refusals|retry-after|retry-pause|service-answer)\\.ts$',
  'ledger/(lookup-answer|rates-lesson|opening/ledger-file|sqlite/lease-watch)\\.ts$',
  'spending/(meter-detail|spending-caps)\\.ts$',
  'areas/area-figures\\.ts$',
  'history/(earlier-plan|history-plan)\\.ts$',
  'rates/currency-rate\\.ts$',
  'scales/(judge-territory|territory-chain)\\.ts$',
]
