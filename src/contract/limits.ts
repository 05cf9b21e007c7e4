/** Constants that the interface states (sections 4 and 8). */
export const PATH_PREFIX = '/public/v1'
export const DEFAULT_RESOLUTION = 8
export const GEO_LIMIT_DEFAULT = 50
export const GEO_LIMIT_MAX = 100
export const GEO_PAGE_MAX = 10_000
export const SEARCH_LIMIT_DEFAULT = 10
export const SEARCH_LIMIT_MAX = 50
export const SEARCH_MIN_CHARACTERS = 2
export const RADIUS_KM_MAX = 500
export const COVERAGE_WINDOW_DAYS = 365

/** Quota groups (section 8). */
export const QUOTA_GROUPS = ['current', 'history', 'metadata', 'reports'] as const

/** Response header names (section 8). */
export const HEADERS = {
  quotaGroup: 'X-Quota-Group',
  quotaLimit: 'X-Quota-Limit',
  quotaUsed: 'X-Quota-Used',
  quotaReset: 'X-Quota-Reset',
  rateLimit: 'X-RateLimit-Limit',
  rateRemaining: 'X-RateLimit-Remaining',
  retryAfter: 'Retry-After',
} as const

/** A header of metered requests: services that count in a Redis charge all requests with the same one and target once. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'
