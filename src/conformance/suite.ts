import { COVERAGE_CHECKS } from './checks/coverage.ts'
import { CREDENTIAL_CHECKS } from './checks/credentials.ts'
import { ERROR_CHECKS, EVERY_CODE_WAS_SEEN, EVERY_FAILURE_USES_THE_ENVELOPE } from './checks/errors.ts'
import { HEXES_CHECKS } from './checks/hexes.ts'
import { HISTORY_CHECKS } from './checks/history.ts'
import { EVERY_RESPONSE_HAS_ITS_HEADERS, EVERY_RESPONSE_NAMES_ITS_GROUP, LIMIT_CHECKS } from './checks/limits.ts'
import { LOOKUP_CHECKS } from './checks/lookup.ts'
import { EVERY_PERIOD_IS_CONSISTENT, NO_ROLL_UP_AT_THE_FINEST, PERIOD_CHECKS } from './checks/periods.ts'
import { PLACE_CHECKS } from './checks/places.ts'
import { EVERY_RESPONSE_MATCHES_THE_CONTRACT } from './checks/responses-match.ts'
import { SEARCH_CHECKS } from './checks/search.ts'
import { NO_FIGURES_IN_GEO, SERVICE_CHECKS } from './checks/service.ts'
import { DOCUMENT_CHECKS } from './checks/service-documents.ts'
import { EVERY_ZONE_IS_CONSISTENT, SIGNAL_CHECKS } from './checks/signals.ts'
import { STATS_CHECKS } from './checks/stats.ts'
import { STATS_REFUSALS } from './checks/stats-refusals.ts'
import { TERRITORY_CHECKS } from './checks/territories.ts'
import { TREE_CHECKS } from './checks/tree.ts'
import { NO_RESPONSE_CONTAINS_THE_TOKEN, USAGE_CHECKS } from './checks/usage.ts'
import type { Check } from './subject/check.ts'

/** Every check, in the order in which they run: those that inspect all responses come last. */
export const CHECKS: readonly Check[] = [
  ...SERVICE_CHECKS,
  ...PLACE_CHECKS,
  ...COVERAGE_CHECKS,
  ...SIGNAL_CHECKS,
  ...DOCUMENT_CHECKS,
  ...USAGE_CHECKS,
  ...TREE_CHECKS,
  ...SEARCH_CHECKS,
  ...LOOKUP_CHECKS,
  ...HEXES_CHECKS,
  ...STATS_CHECKS,
  ...PERIOD_CHECKS,
  ...TERRITORY_CHECKS,
  ...STATS_REFUSALS,
  ...HISTORY_CHECKS,
  ...CREDENTIAL_CHECKS,
  ...ERROR_CHECKS,
  ...LIMIT_CHECKS,
  NO_FIGURES_IN_GEO,
  EVERY_ZONE_IS_CONSISTENT,
  EVERY_PERIOD_IS_CONSISTENT,
  NO_ROLL_UP_AT_THE_FINEST,
  NO_RESPONSE_CONTAINS_THE_TOKEN,
  EVERY_CODE_WAS_SEEN,
  EVERY_FAILURE_USES_THE_ENVELOPE,
  EVERY_RESPONSE_HAS_ITS_HEADERS,
  EVERY_RESPONSE_NAMES_ITS_GROUP,
  EVERY_RESPONSE_MATCHES_THE_CONTRACT,
]
