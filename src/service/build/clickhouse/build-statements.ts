import { namedStatements } from '../../../server/storage/named-statements.ts'
import statementsSql from './statements.sql?raw'

/** The statements of a build that have a few lines. */
export const STATEMENTS = namedStatements('build/clickhouse/statements.sql', statementsSql, [
  'groupSizes',
  'addRanks',
  'addBands',
  'firstView',
  'firstViewMarket',
  'countFigures',
  'countries',
  'propertyTypes',
  'noteShard',
  'publish',
  'publishHeld',
  'announced',
  'announce',
  'listingFiles',
  'countListings',
  'addListings',
  'readListings',
  'readListingsByToken',
  'noteListings',
  'forgetListingFile',
  'dropListings',
  'forgetBuilds',
  'builds',
])
