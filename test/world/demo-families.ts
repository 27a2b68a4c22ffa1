import { fathers } from './names.ts'

const linked = (guardian: string) => `
  sp.school_id = ${guardian}.school_id and sp.student_id = ${guardian}.student_id and sp.relation_id = ${guardian}.relation_id
  and sp.ended_at is null`

/** Any name for the grandfather of a child whose father has no account. */
const grandfather = `(array[${fathers.map((name) => `'${name}'`).join(', ')}])[
  1 + mod(abs(hashtext(st.id::text)::bigint), ${fathers.length})]`

/**
 * The guardians in the records of the children are their parents with accounts, by the same names and numbers, and the official names
 * say the same fathers. In the test world both are invented apart from each other.
 */
export const familiesThatAgree = [
  `insert into guardians (id, school_id, student_id, name, relation_id, phone, lives_with, may_fetch, may_see, from_day)
   select gen_random_uuid(), sp.school_id, sp.student_id, concat_ws(' ', u.first_name, u.middle_name, u.last_name), sp.relation_id,
     u.phone_number, 'yes', 'yes', 'yes', sp.see_from
   from student_parents sp
   join users u on u.id = sp.parent_id
   join official_records r on r.school_id = sp.school_id and r.student_id = sp.student_id
   where sp.ended_at is null and not exists (
     select from guardians g
     where g.school_id = sp.school_id and g.student_id = sp.student_id and g.relation_id = sp.relation_id)`,
  `update student_parents sp set guardian_id = g.id from guardians g where ${linked('g')} and sp.guardian_id is null`,
  `update guardians g set name = concat_ws(' ', u.first_name, u.middle_name, u.last_name), phone = u.phone_number
   from student_parents sp join users u on u.id = sp.parent_id where ${linked('g')}`,
  `update guardians g set name = concat_ws(' ', st.middle_name, ${grandfather}, st.last_name)
   from students st, relation_types t
   where st.school_id = g.school_id and st.id = g.student_id and t.id = g.relation_id and t.name = 'father'
     and not exists (select from student_parents sp where ${linked('g')})`,
  `update official_records r set official_name = concat_ws(' ', st.first_name, f.name)
   from students st, guardians f, relation_types t
   where st.school_id = r.school_id and st.id = r.student_id and f.school_id = r.school_id and f.student_id = r.student_id
     and t.id = f.relation_id and t.name = 'father'`,
]
