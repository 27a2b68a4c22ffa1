import { sectionsOfAttendance } from './child-attendance.queries.ts'
import { type ChildSection, sectionsOfMarks } from './child-marks.queries.ts'
import { sectionOfMeetings } from './child-meetings.queries.ts'
import { sectionsOfThreads } from './child-threads.queries.ts'

/** What is stored of a child, in plain words, including what was removed later. `$1`: the ids of all entries of the child. */
export const sections: readonly ChildSection[] = [
  {
    name: 'student',
    ar: 'بيانات الطالب',
    en: 'The student',
    sql: `select concat_ws(' ', s.first_name, s.middle_name, s.last_name) as name, s.code, s.birth_date as "born on", g.name as grade,
        c.name as class, s.active as "on the roll", s.left_on as "left", s.is_paid as paid, s.seat_ended_on as "seat ended",
        s.created_at as entered, o.code as "merged into"
      from students s join class_rooms c on c.school_id = s.school_id and c.id = s.class_room_id
      join grades g on g.school_id = c.school_id and g.id = c.grade_id
      left join students o on o.school_id = s.school_id and o.id = s.merged_into where s.id = any ($1::uuid[]) order by s.merged_into is not null, s.code`,
  },
  {
    name: 'classes',
    ar: 'الفصول',
    en: 'Classes',
    sql: `select c.name as class, s.from_day as "from", s.to_day as "to" from student_classes s
      join class_rooms c on c.school_id = s.school_id and c.id = s.class_room_id where s.student_id = any ($1::uuid[]) order by 2`,
  },
  {
    name: 'groups',
    ar: 'المجموعات',
    en: 'Groups in lessons',
    sql: `select d.name as division, g.name as "group", s.from_day as "from" from group_students s
      join class_divisions d on d.school_id = s.school_id and d.id = s.division_id
      left join class_groups g on g.school_id = s.school_id and g.id = s.group_id where s.student_id = any ($1::uuid[]) order by 1, 3`,
  },
  {
    name: 'class moves',
    ar: 'النقل بين الفصول',
    en: 'Moves between classes',
    sql: `select m.day, a.name as "from", b.name as "to", concat_ws(' ', u.first_name, u.last_name) as by, m.undone_at as undone
      from class_move_students s join class_moves m on m.school_id = s.school_id and m.id = s.move_id
      join class_rooms a on a.school_id = m.school_id and a.id = m.class_room_id
      join class_rooms b on b.school_id = m.school_id and b.id = m.to_class_room_id left join users u on u.id = m.moved_by
      where s.student_id = any ($1::uuid[]) order by m.created_at`,
  },
  {
    name: 'promotions',
    ar: 'الترفيع إلى السنة التالية',
    en: 'Promotions to the next year',
    sql: `select p.to_year_name as year, s.decision, s.outcome, a.name as "from", b.name as "to", p.done_at as done, p.undone_at as undone
      from promotion_students s join promotions p on p.school_id = s.school_id and p.id = s.promotion_id and p.state <> 'draft'
      left join class_rooms a on a.school_id = s.school_id and a.id = s.from_class_id
      left join class_rooms b on b.school_id = s.school_id and b.id = s.to_class_id where s.student_id = any ($1::uuid[]) order by p.created_at`,
  },
  {
    name: 'parents',
    ar: 'أولياء الأمور',
    en: 'Parents',
    sql: `select concat_ws(' ', u.first_name, u.middle_name, u.last_name) as name, u.phone_number as phone, r.name as relation,
        p.see_from as "sees from", p.see_until as "sees until", p.notify_from as "notified from", p.notify_until as "notified until",
        p.fetch_from as "fetches from", p.fetch_until as "fetches until", p.pay_from as "pays from", p.pay_until as "pays until",
        p.consent_at as consent, p.ended_at as ended
      from student_parents p join users u on u.id = p.parent_id join relation_types r on r.id = p.relation_id
      where p.student_id = any ($1::uuid[]) order by 4`,
  },
  {
    name: 'invitations',
    ar: 'دعوات أولياء الأمور',
    en: 'Invitations of parents',
    sql: `select i.phone_number as phone, r.name as relation, i.consent_at as consent, i.accepted_at as accepted, i.removed_at as withdrawn
      from parent_invitations i join relation_types r on r.id = i.relation_id where i.student_id = any ($1::uuid[]) order by i.created_at`,
  },
  ...sectionsOfAttendance,
  {
    name: 'excuses',
    ar: 'أعذار الغياب',
    en: 'Excuses',
    sql: `select e.from_day as "from", e.to_day as "to", e.from_time as "from time", e.to_time as "to time", e.kind, e.text, concat_ws(' ', u.first_name, u.last_name) as "asked by",
        e.created_at as asked, e.accepted, e.decided_at as decided, e.reason
      from excuses e left join users u on u.id = e.asked_by where e.student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'absence steps',
    ar: 'خطوات الغياب',
    en: 'Steps of absence',
    sql: `select s.reached_on as reached, s.name as step, r.name as rule, s.rule_version as version, s.action, s.points, s.days,
        s.withdrawn_at as withdrawn, concat_ws(' ', u.first_name, u.last_name) as "handled by", s.handled_note as note,
        (select string_agg(concat_ws(' ', p.first_name, p.last_name, n.told ->> 'way', n.told ->> 'at'), ', ' order by n.told ->> 'at')
          from jsonb_array_elements(s.notices) as n (told) join users p on p.id = (n.told ->> 'personId')::uuid) as "parents told"
      from absence_steps s join absence_rules r on r.school_id = s.school_id and r.id = s.rule_id
      left join users u on u.id = s.handled_by where s.student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'conduct',
    ar: 'السلوك',
    en: 'Conduct',
    sql: `select r.day, r.name as kind, r.is_merit as merit, r.level, r.points, r.details, r.measure, r.counsellor_note as "counsellor's note",
        concat_ws(' ', u.first_name, u.last_name) as "recorded by", r.created_at as recorded, r.published_at as published,
        r.withdrawn_at as withdrawn, r.withdrawn_reason as reason
      from conduct_records r join users u on u.id = r.recorded_by where r.student_id = any ($1::uuid[]) order by 1, r.id`,
  },
  {
    name: 'announcements',
    ar: 'الإعلانات',
    en: 'Announcements',
    sql: `select p.published_at as published, p.title, p.body, (select string_agg(a.name, ', ' order by a.position) from attachments a
          where a.school_id = p.school_id and a.post_id = p.id) as files, concat_ws(' ', u.first_name, u.last_name) as "read by", r.read_at as read,
        r.answer, p.taken_back_at as "taken back"
      from posts p left join post_readers r on r.school_id = p.school_id and r.post_id = p.id and r.student_ids && $1::uuid[]
      left join users u on u.id = r.person_id
      where p.published_at is not null and (r.post_id is not null and p.taken_back_at is null or exists (
        select from post_audience a where a.school_id = p.school_id and a.post_id = p.id and a.kind = 'student' and a.target_id = any ($1::uuid[])))
      order by 1, 4`,
  },
  {
    name: 'fees',
    ar: 'الرسوم',
    en: 'Fees',
    sql: `select p.day, p.kind, i.name as item, d.due_on as due, l.from_account as "from", l.to_account as "to", l.amount, o.name as reduction,
        p.reason, r.number || '/' || r.year as receipt, r.content
      from fee_lines l
      join fee_postings p on p.school_id = l.school_id and p.id = l.posting_id
      join fee_dues d on d.school_id = l.school_id and d.id = l.due_id
      join fee_charges k on k.school_id = d.school_id and k.id = d.charge_id
      join fee_items i on i.school_id = k.school_id and i.id = k.item_id
      left join fee_reductions o on o.school_id = l.school_id and o.id = l.reduction_id
      left join fee_receipts r on r.school_id = p.school_id and r.posting_id = p.id
      where l.student_id = any ($1::uuid[]) order by p.created_at, l.nth`,
  },
  {
    name: 'reductions',
    ar: 'تخفيضات الرسوم',
    en: 'Reductions of fees',
    sql: `select f.code as family, o.name as reduction, null as proposal, null as amount, null as reason, g.created_at as at
      from fee_grants g join fee_reductions o on o.school_id = g.school_id and o.id = g.reduction_id
      join family_students m on m.school_id = g.school_id and m.student_id = g.student_id
      join families f on f.school_id = m.school_id and f.id = m.family_id where g.student_id = any ($1::uuid[])
      union all select f.code, null, p.kind, p.amount, p.reason, p.created_at
      from fee_proposals p join families f on f.school_id = p.school_id and f.id = p.family_id where p.student_id = any ($1::uuid[])
      order by 6`,
  },
  {
    name: 'papers',
    ar: 'الشهادات والأوراق',
    en: 'Papers',
    sql: `select p.issued_on as issued, p.kind, p.number || '/' || p.year as number, p.content, concat_ws(' ', u.first_name, u.last_name) as by,
        p.revoked_at as revoked, p.reason, p.copies as printed, p.checks as checked
      from papers p left join users u on u.id = p.issued_by where p.student_id = any ($1::uuid[]) order by p.created_at`,
  },
  {
    name: 'calls',
    ar: 'اتصالات عن الغياب',
    en: 'Calls about absences',
    sql: `select k.day, k.outcome, k.note, concat_ws(' ', u.first_name, u.last_name) as by, k.created_at as at
      from absence_calls k left join users u on u.id = k.made_by where k.student_id = any ($1::uuid[]) order by k.created_at`,
  },
  ...sectionsOfMarks,
  {
    name: 'notes',
    ar: 'الملاحظات',
    en: 'Notes',
    sql: `select n.date, c.name as course, n.notes as note, concat_ws(' ', u.first_name, u.last_name) as by, (
        select string_agg(concat_ws(' ', p.first_name, p.last_name), ', ' order by r.read_at) from note_readers r
        join users p on p.id = r.person_id where r.school_id = n.school_id and r.note_id = n.id) as "read by", n.removed_at as removed
      from student_notes n left join courses c on c.school_id = n.school_id and c.id = n.course_id left join users u on u.id = n.supervisor_id
      where n.student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'leavings',
    ar: 'المغادرة',
    en: 'Leaving',
    sql: `select l.left_on as "left", r.name as reason, l.destination, l.note, l.paper, l.returned_on as returned from student_leavings l
      left join leaving_reasons r on r.id = l.reason_id where l.student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'record',
    ar: 'ملف الطالب',
    en: 'Official record',
    sql: `select official_name as name, concat_ws(' ', latin_first, latin_middle, latin_last) as "name in Latin letters", number_kind as "number kind", national_number as number, sex, nationality, religion,
        birth_place as "birth place", address, seat_number as "seat number", admitted_on as admitted,
        admitted_from as "from", admission_paper as paper, other_number as "number in another system",
        own_values as "own fields" from official_records where student_id = any ($1::uuid[])`,
  },
  {
    name: 'health',
    ar: 'الصحة والاصطحاب',
    en: 'Health and pick-up',
    sql: `select health_notes as health, pick_up_notes as "pick-up" from student_health where student_id = any ($1::uuid[])`,
  },
  {
    name: 'guardians',
    ar: 'أولياء الأمور في السجل',
    en: 'Guardians of the record',
    sql: `select g.name, r.name as relation, g.job, g.phone, g.lives_with as "lives with the child", g.may_fetch as "may fetch",
        g.may_see as "may see", g.from_day as "from", g.until_day as "until", g.paper
      from guardians g join relation_types r on r.id = g.relation_id where g.student_id = any ($1::uuid[]) order by g.from_day, g.id`,
  },
  {
    name: 'consents',
    ar: 'موافقات وتسجيل في الأنشطة',
    en: 'Consents and sign-ups',
    sql: `select x.title, x.body, a.text_version as version, a.agrees as accepted, a.answered_at as answered, concat_ws(' ', u.first_name, u.last_name) as by,
        a.withdrawn_at as withdrawn
      from form_answers a join form_texts x on x.school_id = a.school_id and x.form_id = a.form_id and x.text_version = a.text_version
      join users u on u.id = a.answered_by where a.student_id = any ($1::uuid[]) order by a.created_at`,
  },
  sectionOfMeetings,
  ...sectionsOfThreads,
  {
    name: 'health alerts',
    ar: 'تنبيهات صحية',
    en: 'Health alerts',
    sql: `select a.kind, a.to_do as "what to do", a.shown, concat_ws(' ', u.first_name, u.last_name) as by, a.modified_at as at
      from health_alerts a join users u on u.id = a.entered_by where a.student_id = any ($1::uuid[]) order by a.created_at`,
  },
  {
    name: 'emergency contacts',
    ar: 'أرقام الطوارئ',
    en: 'Emergency contacts',
    sql: `select concat_ws(' ', u.first_name, u.last_name) as by, c ->> 'name' as name, c ->> 'relation' as relation, c ->> 'phone' as phone,
        c ->> 'hours' as hours
      from emergency_contacts e left join users u on u.id = e.given_by
      cross join lateral jsonb_array_elements(e.contacts) with ordinality as l(c, nth)
      where e.student_id = any ($1::uuid[]) order by e.created_at, nth`,
  },
  {
    name: 'gate',
    ar: 'التسليم عند البوابة',
    en: 'At the gate',
    sql: `select h.created_at as at, h.act as action, h.to_name as name, h.to_relation as relation, concat_ws(' ', u.first_name, u.last_name) as by
      from hand_overs h join users u on u.id = h.made_by where h.student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'proposals',
    ar: 'تصحيحات اقترحها أولياء الأمور',
    en: 'Corrections proposed by parents',
    sql: `select p.created_at as asked, p.field, p.former_value as before, p.value, p.number_kind as "number kind", p.note, concat_ws(' ', u.first_name, u.last_name) as "asked by",
        p.at_once as "at once", p.accepted, concat_ws(' ', d.first_name, d.last_name) as "decided by", p.decided_at as decided, p.reason,
        p.taken_back_at as "taken back"
      from record_proposals p join users u on u.id = p.asked_by left join users d on d.id = p.decided_by
      where p.student_id = any ($1::uuid[]) order by 1, p.id`,
  },
  {
    name: 'confirmations',
    ar: 'تأكيد صحة السجل',
    en: 'Confirmations of the record',
    sql: `select c.on_day as day, concat_ws(' ', u.first_name, u.last_name) as by from record_confirmations c join users u on u.id = c.person_id
      where c.student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'seats',
    ar: 'الاشتراكات',
    en: 'Seats',
    sql: `select charged_on as charged, refunded_on as refunded from seats where student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'renewals',
    ar: 'تجديد الاشتراكات',
    en: 'Renewals of seats',
    sql: `select j.started_on as date, r.outcome, r.reason, concat_ws(' ', u.first_name, u.last_name) as by
      from job_students r join jobs j on j.school_id = r.school_id and j.id = r.job_id left join users u on u.id = j.started_by
      where r.student_id = any ($1::uuid[]) order by j.created_at`,
  },
  {
    name: 'merges',
    ar: 'دمج القيود',
    en: 'Merges of entries',
    sql: `select m.created_at as merged, case when m.undone_at is null then o.code end as "other entry",
        concat_ws(' ', u.first_name, u.last_name) as by, m.undone_at as undone
      from student_merges m join students o on o.school_id = m.school_id and o.id = m.other_id left join users u on u.id = m.merged_by
      where m.student_id = any ($1::uuid[]) or m.other_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'imports',
    ar: 'الاستيراد من الجداول',
    en: 'Imports from tables',
    sql: `select i.created_at as at, i.file_name as file, r.row, r.outcome from import_rows r
      join imports i on i.school_id = r.school_id and i.id = r.import_id where r.student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'readings',
    ar: 'من اطّلع على السجل',
    en: 'Who read the record',
    sql: `select a.at, concat_ws(' ', u.first_name, u.last_name) as person, a.operation from audit_lines a
      left join users u on u.id = a.person_id
      where a.target_kind = 'student' and a.target_id = any ($1::uuid[]) and a.outcome = 'read' order by 1`,
  },
  {
    name: 'acts',
    ar: 'الإجراءات المسجّلة',
    en: 'Recorded acts',
    sql: `select a.at, concat_ws(' ', u.first_name, u.last_name) as person, a.operation, a.outcome from audit_lines a
      left join users u on u.id = a.person_id
      where a.target_kind = 'student' and a.target_id = any ($1::uuid[]) and a.outcome <> 'read' order by 1`,
  },
]
