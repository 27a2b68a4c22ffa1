import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Open = { id: string; role: string; adds: boolean; keys: string[]; by: string }

/** The open proposals, as the operator reads them. */
export async function openForOperator(db: Db): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select p.id, r.name as role, p.adds, concat_ws(' ', u.first_name, u.last_name) as by,
      (select array_agg(k.key order by k.key) from permissions k where k.id = any (p.permission_ids)) as keys
    from role_key_proposals p join roles r on r.id = p.role_id join users u on u.id = p.proposed_by
    where p.decided_at is null and p.expires_at > now() order by p.proposed_at`.execute(db)
  return rows
}

/**
 * Changes the role, writes a line in the audit and notifies of the change, in one statement. Returns false if no open proposal
 * has this id.
 */
export async function confirmByOperator(db: Db, id: string) {
  const { rows } = await sql`
    with decided as (
      update role_key_proposals set decided_at = now(), confirmed = true
      where id::text = ${id} and decided_at is null and expires_at > now() returning role_id, adds, permission_ids
    ), added as (
      insert into role_permissions (role_id, permission_id)
      select role_id, unnest(permission_ids) from decided where adds on conflict do nothing returning role_id
    ), removed as (
      delete from role_permissions rp using decided d
      where not d.adds and rp.role_id = d.role_id and rp.permission_id = any (d.permission_ids)
      returning rp.role_id
    ), notified as (
      insert into outbox (event, payload)
      select 'built-in role changed', jsonb_build_object('roleId', d.role_id) from decided d
      where d.role_id in (select role_id from added union all select role_id from removed)
    ), line as (
      insert into audit_lines (operation, outcome, target_kind, target_id)
      select 'RolePermission/ConfirmProposal', 'done', 'role', role_id from decided
    )
    select from decided`.execute(db)
  return rows.length === 1
}
