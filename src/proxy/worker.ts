// The proxy's worker thread. `scripts/build-worker.js` bundles it to dist/worker/proxy.js.
import { answerJobs } from '../server/work/worker-jobs.ts'
import { JOBS } from './jobs.ts'

answerJobs(JOBS)
