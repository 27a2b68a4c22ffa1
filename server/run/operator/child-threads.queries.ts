import type { ChildSection } from './child-marks.queries.ts'

/** What was written about a child between its parents and the school, and what happened to it. */
export const sectionsOfThreads: readonly ChildSection[] = [
  {
    name: 'messages',
    ar: 'الرسائل',
    en: 'Messages',
    sql: `select t.subject, concat_ws(' ', u.first_name, u.last_name) as by, x.sent_at as at, coalesce(x.body, '') as body,
        x.taken_back_at as "taken back", (
          select string_agg(a.name, ', ' order by a.position) from attachments a where a.school_id = x.school_id and a.text_id = x.id) as files, (
          select string_agg(distinct concat_ws(' ', p.first_name, p.last_name), ', ')
          from thread_reads r join users p on p.id = r.person_id
          where r.school_id = x.school_id and r.thread_id = x.thread_id and r.up_to >= x.number and r.person_id <> x.author_id) as "read by"
      from thread_texts x join threads t on t.school_id = x.school_id and t.id = x.thread_id
      join users u on u.id = x.author_id where x.student_id = any ($1::uuid[]) order by t.created_at, t.id, x.number`,
  },
  {
    name: 'what happened to messages',
    ar: 'ما جرى للرسائل',
    en: 'What happened to messages',
    sql: `select t.subject, a.kind, concat_ws(' ', u.first_name, u.last_name) as by, concat_ws(' ', p.first_name, p.last_name) as person, a.reason, a.at
      from thread_acts a join threads t on t.school_id = a.school_id and t.id = a.thread_id
      left join users u on u.id = a.by_id left join users p on p.id = a.to_id
      where a.student_id = any ($1::uuid[]) order by a.at, a.id`,
  },
]
