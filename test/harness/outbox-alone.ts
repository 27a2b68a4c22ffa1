// A separate process that delivers the outbox, to be killed by tests.
import { deliverEvents } from '#server/outbox/worker.ts'
import { smsChannel } from '#server/messages/sms/sms.ts'
import { clock } from '#test/world/clock.ts'

const { owner, settings, pace } = JSON.parse(process.argv[2] ?? '')
deliverEvents(owner, smsChannel(settings, clock), { pace })
