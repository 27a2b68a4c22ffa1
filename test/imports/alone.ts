// A process of its own that does long work, to be killed by tests.
import { importWork } from '#server/imports/store/import-work.ts'
import { workerPace, workInBackground } from '#server/jobs/worker.ts'
import { promotionWork } from '#server/promotion/promotion-work.ts'
import { renewalWork } from '#server/students/renewal-work.ts'
import { clock } from '#test/clock.ts'
import { accountsOf } from '#test/ground.ts'

const { owner, atOnce } = JSON.parse(process.argv[2] ?? '')
workInBackground(accountsOf(owner), clock, [importWork, promotionWork, renewalWork(50)], {
  pace: { ...workerPace, atOnce },
})
