import type { Payment, Request } from './calls-of-payments.ts'
import type { Device, Item } from './inbox-rows.ts'

/** The tables the oracle reads, each with the columns it decides by. */
export type Tables = {
  users: {
    id: string
    phone_number: string
    user_name: string | null
    first_name: string
    middle_name: string | null
    last_name: string
    image_url: string | null
    birth_day: string | null
    address: string | null
    city: string | null
    region: string | null
    country: string | null
    email: string | null
    version: number
  }
  sessions: { id: string; user_id: string; last_used_at: string }
  schools: {
    id: string
    name: string
    about: string
    vision: string
    image_url: string | null
    active: boolean
    school_type_id: string | null
    admin_id: string
    coin_type_id: string | null
    money_carry: number
    time_zone: string
    support_until: string | null
    version: number
  }
  school_types: Listed
  coin_types: Omit<Listed, 'description'> & { value: number; notes: string | null }
  payment_types: Omit<Listed, 'description'> & { notes: string | null; is_active: boolean }
  coin_entries: { school_id: string; kind: string; coins: number }
  payment_requests: Request
  payment_transactions: Payment
  languages: Listed
  school_languages: { school_id: string; language_id: string; removed_at: string | null }
  relation_types: Omit<Listed, 'description'>
  school_contact_types: Listed & { icon_url: string | null }
  school_contacts: {
    id: string
    school_id: string
    contact_type_id: string
    value: string
    version: number
    removed_at: string | null
  }
  roles: Named & { type: number; active: boolean; version: number }
  permissions: Named & { key: string; name_ar: string; school_scope: boolean; app_scope: boolean }
  role_permissions: { role_id: string; permission_id: string }
  user_roles: { user_id: string; role_id: string; school_id: string | null; source: string }
  user_permissions: { user_id: string; permission_id: string; school_id: string | null }
  grades: Omit<Listed, 'description'> & { school_id: string; notes: string | null; position: number }
  courses: { id: string; school_id: string; language_id: string; name: string; description: string; version: number }
  class_rooms: {
    id: string
    school_id: string
    grade_id: string
    language_id: string
    name: string
    gender: number
    max_of_students: number
    supervisor_id: string | null
    active: boolean
    wcs_url: string | null
    version: number
  }
  school_teachers: { school_id: string; teacher_id: string }
  school_teacher_courses: { school_id: string; teacher_id: string; course_id: string }
  class_teacher_courses: { school_id: string; class_room_id: string; teacher_id: string; course_id: string }
  school_years: {
    id: string
    school_id: string
    name: string
    description: string | null
    active: boolean
    completed: boolean
    created_at: string
    version: number
  }
  school_year_months: {
    id: string
    school_id: string
    school_year_id: string
    name: string
    description: string | null
    is_active: boolean
    position: number
    start_date: string | null
    end_date: string | null
    version: number
  }
  exams: {
    id: string
    school_id: string
    class_room_id: string
    course_id: string
    month_id: string
    exam_date: string
    details: string | null
    rate: number
    supervisor_id: string
    version: number
    created_at: string
    modified_at: string
    removed_at: string | null
  }
  student_exams: Result & { exam_id: string; total_result: number | null; is_attend: boolean | null }
  homework: Work & { assignment_date: string }
  student_homework: Result & { homework_id: string; result: number | null } & Delivery
  activities: Work & { activity_date: string }
  student_activities: Result & { activity_id: string; result: number | null; is_attend: boolean | null }
  inbox_items: Item
  push_subscriptions: Device
  student_notes: {
    id: string
    school_id: string
    class_room_id: string
    student_id: string
    course_id: string | null
    date: string
    notes: string
    supervisor_id: string
    version: number
    created_at: string
    removed_at: string | null
  }
  rate_headers: {
    id: string
    school_id: string
    name: string
    notes: string | null
    percentage: number
    version: number
  }
  students: {
    id: string
    school_id: string
    class_room_id: string
    code: string
    first_name: string
    middle_name: string
    last_name: string
    image_url: string | null
    birth_date: string | null
    active: boolean
    is_paid: boolean
    seat_ended_on: string | null
    version: number
  }
  student_classes: { student_id: string; class_room_id: string; from_day: string; to_day: string | null }
  student_parents: {
    student_id: string
    parent_id: string
    relation_id: string
    ended_at: string | null
    version: number
  }
  parent_invitations: {
    id: string
    student_id: string
    phone_number: string
    relation_id: string
    created_at: string
    accepted_at: string | null
    removed_at: string | null
  }
  imports: {
    id: string
    school_id: string
    made_by: string
    file_name: string
    reason: string
    columns: { heading: string; meaning: null; guess: null; samples: string[] }[]
    rows: number
    problems: number
    version: number
    created_at: string
    modified_at: string
  }
  import_rows: {
    import_id: string
    row: number
    cells: string[]
    first_name: string
    middle_name: string
    last_name: string
  }
  seats: { student_id: string; school_year_id: string | null; refunded_on: string | null }
  attendance_sheets: {
    class_room_id: string
    school_id: string
    date: string
    version: number
    saved_by: string
    modified_at: string
  }
  attendance_marks: {
    id: string
    school_id: string
    class_room_id: string
    student_id: string
    date: string
    state: string
    minutes_late: number | null
    note: string | null
    supervisor_id: string
    modified_at: string
  }
}

/** A homework or an activity; and a student's result in such or in an exam. */
type Work = {
  id: string
  school_id: string
  class_room_id: string
  course_id: string
  details: string
  rate: number
  supervisor_id: string
  version: number
  created_at: string
  modified_at: string
  removed_at: string | null
}
type Delivery = { is_delivered: boolean | null; delivered_date: string | null }
type Result = { student_id: string; version: number; modified_at: string; removed_at: string | null }

/** A row of a list shared by all schools. */
type Listed = {
  id: string
  name: string
  description: string | null
  created_at: string
  modified_at: string
  version: number
}

type Named = { id: string; name: string; description: string | null }
