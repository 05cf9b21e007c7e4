/** Countries of the demonstration market. */
export const DEMO_COUNTRIES = ['es', 'fr', 'de', 'gb', 'us', 'au'] as const
export type DemoCountry = (typeof DEMO_COUNTRIES)[number]
