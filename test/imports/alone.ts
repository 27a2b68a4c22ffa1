// A process of its own that does long work, to be killed by tests.
import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { workerPace, workInBackground } from '#server/platform/jobs/worker.ts'
import { promotionWork } from '#server/results/promotion/promotion-work.ts'
import { renewalWork } from '#server/people/students/renewal-work.ts'
import { clock } from '#test/world/clock.ts'
import { accountsOf } from '#test/harness/ground.ts'

const { owner, atOnce } = JSON.parse(process.argv[2] ?? '')
workInBackground(accountsOf(owner), clock, [importWork, promotionWork, renewalWork(50)], {
  pace: { ...workerPace, atOnce },
})
