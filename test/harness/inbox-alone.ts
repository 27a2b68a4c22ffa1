// A separate process that delivers events to inboxes, to be killed by tests.
import { inboxChannel, inboxPace } from '#server/messages/inbox/delivery.ts'
import { deliverEvents } from '#server/outbox/worker.ts'

const { owner } = JSON.parse(process.argv[2] ?? '')
deliverEvents(owner, inboxChannel({ sms: false }), { pace: inboxPace })
