import type { Check } from './check.ts'
import { EVERY_ANSWER_FITS_THE_CONTRACT } from './checks/answers-fit.ts'
import { COVERAGE_CHECKS } from './checks/coverage.ts'
import { CREDENTIAL_CHECKS } from './checks/credentials.ts'
import { ERROR_CHECKS, EVERY_CODE_WAS_MET, EVERY_FAILURE_IS_THE_ENVELOPE } from './checks/errors.ts'
import { HEXES_CHECKS } from './checks/hexes.ts'
import { HISTORY_CHECKS } from './checks/history.ts'
import { EVERY_ANSWER_CARRIES_ITS_HEADERS, LIMIT_CHECKS } from './checks/limits.ts'
import { LOOKUP_CHECKS } from './checks/lookup.ts'
import { PLACE_CHECKS } from './checks/places.ts'
import { SEARCH_CHECKS } from './checks/search.ts'
import { NO_FIGURES_IN_GEO, SERVICE_CHECKS } from './checks/service.ts'
import { DOCUMENT_CHECKS } from './checks/service-documents.ts'
import { SIGNAL_CHECKS } from './checks/signals.ts'
import { STATS_CHECKS } from './checks/stats.ts'
import { STATS_REFUSALS } from './checks/stats-refusals.ts'
import { TREE_CHECKS } from './checks/tree.ts'

/** Every check, in the order in which they run: those that look at all answers come last. */
export const CHECKS: readonly Check[] = [
  ...SERVICE_CHECKS,
  ...PLACE_CHECKS,
  ...COVERAGE_CHECKS,
  ...SIGNAL_CHECKS,
  ...DOCUMENT_CHECKS,
  ...TREE_CHECKS,
  ...SEARCH_CHECKS,
  ...LOOKUP_CHECKS,
  ...HEXES_CHECKS,
  ...STATS_CHECKS,
  ...STATS_REFUSALS,
  ...HISTORY_CHECKS,
  ...CREDENTIAL_CHECKS,
  ...ERROR_CHECKS,
  ...LIMIT_CHECKS,
  NO_FIGURES_IN_GEO,
  EVERY_CODE_WAS_MET,
  EVERY_FAILURE_IS_THE_ENVELOPE,
  EVERY_ANSWER_CARRIES_ITS_HEADERS,
  EVERY_ANSWER_FITS_THE_CONTRACT,
]
