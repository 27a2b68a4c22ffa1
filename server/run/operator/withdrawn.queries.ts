import type pg from 'pg'

export type Withdrawn = { at: Date; operation: string; target: string; person: string }

/** Acts of some kinds after a moment, with the phone number of the account they concern and of the person who acted. */
export const actsSince = async (client: pg.ClientBase, since: Date, operations: string[], events: string[]) =>
  (
    await client.query<Withdrawn>(
      `select a.at, case when a.detail ->> 'event' = any ($3) then 'account.' || (a.detail ->> 'event') else a.operation end as operation,
         coalesce(t.phone_number, concat_ws(' ', a.target_kind, a.target_id)) as target,
         coalesce(p.phone_number, '') as person
       from audit_lines a
       left join users t on a.target_kind in ('person', 'account') and t.id = a.target_id
       left join users p on p.id = a.person_id
       where a.at > $1 and a.outcome = 'done'
         and (a.operation = any ($2) or a.target_kind = 'account' and a.detail ->> 'event' = any ($3))
       order by a.at, a.id`,
      [since, operations, events],
    )
  ).rows
