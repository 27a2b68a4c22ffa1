import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** After how many days each kind of thing has expired. */
type Days = Record<
  | 'addresses'
  | 'devices'
  | 'drafts'
  | 'events'
  | 'excusePictures'
  | 'firstAnswers'
  | 'importRows'
  | 'inbox'
  | 'invitations'
  | 'jobs'
  | 'knownDevices'
  | 'phoneChanges'
  | 'pictures'
  | 'removed'
  | 'sessions'
  | 'transferPictures'
  | 'webhooks',
  number
>

type Erase = (db: Db) => Promise<number>

/** How each kind of thing that has expired is erased; each returns how many rows. */
export const expired = (days: Days): Record<string, Erase> =>
  Object.fromEntries(
    Object.entries(statements(days)).map(([what, statement]) => [
      what,
      async (db) => Number((await statement.execute(db)).numAffectedRows ?? 0),
    ]),
  )

/** The URLs of all pictures that some row names, read once per statement. */
const withNamed = sql`with named (url) as materialized (
  select image_url from students where image_url is not null union all
  select image_url from users where image_url is not null union all
  select image_url from schools where image_url is not null union all
  select icon_url from school_contact_types where icon_url is not null union all
  select wcs_url from class_rooms where wcs_url is not null union all
  select image_url from excuses where image_url is not null union all
  select image_url from told_transfers where image_url is not null)`

const isNamed = sql`'/media/' || m.name in (select url from named)`

/** A picture for a student who is still to be added. */
const free = sql`(m.kind = 'student' and m.student_id is null)`

/** A session that nobody can use any more, because no session may stay unused for more than 7 days (server/access/session.ts). */
const overdue = (days: number) => sql`(created_at < now() - ${days} * interval '1 day'
  or last_used_at < now() - interval '7 days'
  or shared_computer and last_used_at < now() - interval '1 hour')`

/** A picture or file that nothing refers to, or of an announcement that cannot be put back any more. Those of homework go with it. */
const loose = ({ pictures, removed }: Days) => sql`
  created_at < now() - ${pictures} * interval '1 day' and post_id is null and homework_id is null and text_id is null
  or post_id in (select p.id from posts p where p.taken_back_at < now() - ${removed} * interval '1 day')`

const statements = (days: Days) => ({
  attachments: sql`delete from attachments where ${loose(days)}`,
  'pictures of excuses': sql`
    update excuses set image_url = null
    where image_url is not null and coalesce(decided_at, created_at) < now() - ${days.excusePictures} * interval '1 day'`,
  'pictures of transfers': sql`
    update told_transfers set image_url = null
    where image_url is not null and coalesce(decided_at, created_at) < now() - ${days.transferPictures} * interval '1 day'`,
  // A picture to which no row refers was replaced, even if the replacing call did not record that. If a row refers to it again, it was not.
  'pictures found replaced': sql`${withNamed}
    update media m set replaced_at = now() where m.replaced_at is null and not (${isNamed}) and not ${free}`,
  'pictures named again': sql`${withNamed}
    update media m set replaced_at = null where m.replaced_at is not null and ${isNamed} and not ${free}`,
  pictures: sql`${withNamed}
    delete from media m where replaced_at < now() - ${days.pictures} * interval '1 day'
      or ${free} and created_at < now() - ${days.pictures} * interval '1 day' and not (${isNamed})`,
  // An accepted or withdrawn invitation is no longer needed, and it contains somebody's phone number. What a merge of students changed is
  // stored for its undo, which has no time limit (decision 053).
  invitations: sql`
    delete from parent_invitations i where (accepted_at < now() - ${days.invitations} * interval '1 day'
        or removed_at < now() - ${days.invitations} * interval '1 day')
      and not exists (select from student_merge_rows r where r.school_id = i.school_id and r.table_name = 'parent_invitations'
        and (r.became ->> 'id')::uuid = i.id)`,
  'invitations of teachers': sql`
    delete from staff_invitations where taken_at < now() - ${days.invitations} * interval '1 day'
      or removed_at < now() - ${days.invitations} * interval '1 day'`,
  'codes of proof': sql`delete from proof_codes where expires_at < now() - ${days.invitations} * interval '1 day'`,
  'changes of numbers': sql`delete from phone_changes where ended_at < now() - ${days.phoneChanges} * interval '1 day'`,
  // It can be undone only on the day of its start (decision 033). What it charged stays in the account of the school.
  'work with several students': sql`
    delete from jobs where state in ('ended', 'undone') and modified_at < now() - ${days.jobs} * interval '1 day'`,
  readings: sql`delete from student_readings where read_at < now() - interval '1 hour'`,
  'alarms of readings': sql`delete from reading_alarms where notified_at < now() - interval '1 day'`,
  // Drafts contain data of children, and no draft is meant to be stored for long.
  'drafts of imports': sql`delete from imports where state = 'draft' and modified_at < now() - ${days.drafts} * interval '1 day'`,
  'rows of imports': sql`
    delete from import_rows r using imports i
    where i.school_id = r.school_id and i.id = r.import_id and i.state in ('done', 'undone') and i.modified_at < now() - ${days.importRows} * interval '1 day'`,
  'samples of imports': sql`
    update imports set names = '[]', unknown_names = '[]', folder = null, columns = (
      select jsonb_agg(c || '{"samples": []}' order by nth) from jsonb_array_elements(columns) with ordinality as e(c, nth))
    where state in ('done', 'undone') and modified_at < now() - ${days.importRows} * interval '1 day'
      and (jsonb_path_exists(columns, '$[*].samples[*]') or folder is not null)`,
  'first answers': sql`
    delete from idempotency_keys
    where created_at < now() - case when is_of_client then 2 else 1 end * ${days.firstAnswers} * interval '1 day'`,
  // A person who has not signed out still wants notices, so only the session expires.
  'sessions of devices': sql`
    update push_subscriptions set session_id = null where session_id in (select id from sessions where ${overdue(days.sessions)})`,
  devices: sql`delete from push_subscriptions where last_used_at < now() - ${days.devices} * interval '1 day'`,
  'items of inboxes': sql`delete from inbox_items where at < now() - ${days.inbox} * interval '1 day'`,
  events: sql`delete from outbox where coalesce(delivered_at, given_up_at) < now() - ${days.events} * interval '1 day'`,
  // The ids in them are of no use once they can no longer be sent again.
  'messages of webhooks': sql`delete from webhook_deliveries where created_at < now() - ${days.webhooks} * interval '1 day'`,
  'known devices': sql`delete from known_devices where last_used_at < now() - ${days.knownDevices} * interval '1 day'`,
  sessions: sql`delete from sessions where ${overdue(days.sessions)}`,
  codes: sql`delete from sms_codes where expires_at < now()`,
  grants: sql`delete from identity_grants where expires_at < now()`,
  'addresses of the audit': sql`delete from audit_origins where at < now() - ${days.addresses} * interval '1 day'`,
  counters: sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`,
})
