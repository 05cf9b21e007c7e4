/** Where the account page is served, outside the interface's prefix. */
export const ACCOUNT_PATH = '/account'

export const PATHS = {
  signIn: `${ACCOUNT_PATH}/sign-in`,
  signOut: `${ACCOUNT_PATH}/sign-out`,
  signOutEverywhere: `${ACCOUNT_PATH}/sign-out-everywhere`,
  tokens: `${ACCOUNT_PATH}/tokens`,
} as const

/** The address of a sign-in link at a service whose scheme, host and port are `origin`. */
export function signInAddress(origin: string, secret: string): string {
  return `${origin}${PATHS.signIn}?link=${secret}`
}
