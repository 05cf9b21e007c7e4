// The proxy's worker thread. `scripts/build-worker.js` bundles it to dist/worker/proxy.js.
import { answerJobs } from '../server/worker-jobs.ts'
import { JOBS } from './jobs.ts'

answerJobs(JOBS)
