import pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { isLost } from '#server/db/lost.ts'
import { type Repeated, repeated } from '#server/processes/repeated.ts'
import { eraseRemoved } from './erased-removals.queries.ts'
import { eraseFormerOfExpired } from './expired-former-values.queries.ts'
import { type RetentionDays, retentionDays } from './retention.ts'

type Housework = { first?: number; every?: number; days?: RetentionDays; also?: () => Promise<unknown> }

/** Erases every hour, as the owner, what has expired; for the first time a minute after the start. */
export function keepHouse(
  owner: pg.ClientConfig,
  failed: (problem: unknown) => void,
  { first = 60_000, every = 3_600_000, days = retentionDays, also = async () => {} }: Housework = {},
): Repeated {
  return repeated(() => eraseExpired(owner, days).finally(also).catch(failed), { first, every })
}

/**
 * Erases everything that has expired; returns how many rows of each kind. Several processes may do this at once. If one kind cannot be
 * erased, the others still are, and the first error is thrown at the end.
 */
export async function eraseExpired(
  owner: pg.ClientConfig,
  days: RetentionDays = retentionDays,
): Promise<Record<string, number>> {
  return withClient(owner, async (client) => {
    const erased: Record<string, number> = {}
    const problems: unknown[] = []
    const statements = Object.entries(expired(days)).map(
      ([what, statement]) => [what, async () => (await client.query(statement)).rowCount ?? 0] as const,
    )
    const more = [
      ['removed things', () => eraseRemoved(client, days.removed)],
      ['former values', () => eraseFormerOfExpired(client)],
    ] as const
    for (const [what, erase] of [...statements, ...more])
      try {
        erased[what] = await erase()
      } catch (problem) {
        if (isLost(problem)) throw problem
        problems.push(problem)
      }
    if (problems.length > 0) throw problems[0]
    return erased
  })
}

/** The URLs of all pictures that some row names, read once per statement. */
const withNamed = `with named (url) as materialized (
  select image_url from students where image_url is not null union all
  select image_url from users where image_url is not null union all
  select image_url from schools where image_url is not null union all
  select icon_url from school_contact_types where icon_url is not null union all
  select wcs_url from class_rooms where wcs_url is not null union all
  select image_url from excuses where image_url is not null)`

const isNamed = `'/media/' || m.name in (select url from named)`

/** A picture for a student who is still to be added. */
const free = `(m.kind = 'student' and m.student_id is null)`

/** A session that nobody can use any more, because no session may stay unused for more than 7 days (server/access/session.ts). */
const overdue = (days: number) => `(created_at < now() - interval '${days} days'
  or last_used_at < now() - interval '7 days'
  or shared_computer and last_used_at < now() - interval '1 hour')`

/** A picture or file that nothing refers to, or of an announcement that cannot be put back any more. Those of homework go with it. */
const loose = ({ pictures, removed }: RetentionDays) => `
  created_at < now() - interval '${pictures} days' and post_id is null and homework_id is null
  or post_id in (select p.id from posts p where p.taken_back_at < now() - interval '${removed} days')`

const expired = (days: RetentionDays) => ({
  attachments: `delete from attachments where ${loose(days)}`,
  'pictures of excuses': `
    update excuses set image_url = null
    where image_url is not null and coalesce(decided_at, created_at) < now() - interval '${days.excusePictures} days'`,
  // A picture to which no row refers was replaced, even if the replacing call did not record that. If a row refers to it again, it was not.
  'pictures found replaced': `${withNamed}
    update media m set replaced_at = now() where m.replaced_at is null and not (${isNamed}) and not ${free}`,
  'pictures named again': `${withNamed}
    update media m set replaced_at = null where m.replaced_at is not null and ${isNamed} and not ${free}`,
  pictures: `${withNamed}
    delete from media m where replaced_at < now() - interval '${days.pictures} days'
      or ${free} and created_at < now() - interval '${days.pictures} days' and not (${isNamed})`,
  // An accepted or withdrawn invitation is no longer needed, and it contains somebody's phone number. What a merge of students changed is
  // stored for its undo, which has no time limit (decision 053).
  invitations: `
    delete from parent_invitations i where (accepted_at < now() - interval '${days.invitations} days'
        or removed_at < now() - interval '${days.invitations} days')
      and not exists (select from student_merge_rows r where r.school_id = i.school_id and r.table_name = 'parent_invitations'
        and (r.became ->> 'id')::uuid = i.id)`,
  'invitations of teachers': `
    delete from staff_invitations where taken_at < now() - interval '${days.invitations} days'
      or removed_at < now() - interval '${days.invitations} days'`,
  'codes of proof': `delete from proof_codes where expires_at < now() - interval '${days.invitations} days'`,
  'changes of numbers': `delete from phone_changes where ended_at < now() - interval '${days.phoneChanges} days'`,
  // It can be undone only on the day of its start (decision 033). What it charged stays in the account of the school.
  'work with several students': `
    delete from jobs where state in ('ended', 'undone') and modified_at < now() - interval '${days.jobs} days'`,
  readings: `delete from student_readings where read_at < now() - interval '1 hour'`,
  'alarms of readings': `delete from reading_alarms where notified_at < now() - interval '1 day'`,
  // Drafts contain data of children, and no draft is meant to be stored for long.
  'drafts of imports': `delete from imports where state = 'draft' and modified_at < now() - interval '${days.drafts} days'`,
  'rows of imports': `
    delete from import_rows r using imports i
    where i.school_id = r.school_id and i.id = r.import_id and i.state in ('done', 'undone') and i.modified_at < now() - interval '${days.importRows} days'`,
  'samples of imports': `
    update imports set names = '[]', unknown_names = '[]', folder = null, columns = (
      select jsonb_agg(c || '{"samples": []}' order by nth) from jsonb_array_elements(columns) with ordinality as e(c, nth))
    where state in ('done', 'undone') and modified_at < now() - interval '${days.importRows} days'
      and (jsonb_path_exists(columns, '$[*].samples[*]') or folder is not null)`,
  'first answers': `
    delete from idempotency_keys
    where created_at < now() - case when is_of_client then 2 else 1 end * interval '${days.firstAnswers} days'`,
  // A person who has not signed out still wants notices, so only the session expires.
  'sessions of devices': `
    update push_subscriptions set session_id = null where session_id in (select id from sessions where ${overdue(days.sessions)})`,
  devices: `delete from push_subscriptions where last_used_at < now() - interval '${days.devices} days'`,
  'items of inboxes': `delete from inbox_items where at < now() - interval '${days.inbox} days'`,
  events: `delete from outbox where coalesce(delivered_at, given_up_at) < now() - interval '${days.events} days'`,
  'known devices': `delete from known_devices where last_used_at < now() - interval '${days.knownDevices} days'`,
  sessions: `delete from sessions where ${overdue(days.sessions)}`,
  codes: 'delete from sms_codes where expires_at < now()',
  grants: 'delete from identity_grants where expires_at < now()',
  'addresses of the audit': `delete from audit_origins where at < now() - interval '${days.addresses} days'`,
  counters: 'delete from rate_limits where expire < extract(epoch from now()) * 1000',
})
