// @ts-check
import { execFileSync } from 'node:child_process'

/** Files that can affect the journeys, which also use the strange service of `src/testing`; tests beside the sources cannot. */
const OF_JOURNEYS =
  /^(e2e|public|bin|src\/(web|proxy|service|server|cli|contract|domain|testing))\/|^(index\.html|package-lock\.json|(vite|playwright)\.config\.ts|scripts\/((build|page)[\w-]*|(first|widget)-words|compress-page|freshness|journeys-market|chromium)\.js)$|^scripts\/land\//

/**
 * Returns the files of this checkout that differ from a revision, untracked files included.
 * @param {string} since a revision; empty for the last commit
 */
export function changedFiles(since) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', '--relative', since || 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** @param {readonly string[]} files */
export function touchesJourneys(files) {
  return files.some((file) => OF_JOURNEYS.test(file) && !/\.test\.tsx?$/.test(file))
}
