import type { FolderFiles } from './folders.ts'

/** Microsoft School Data Sync 1 (classic), in its headings: no middle names, guardians by e-mail address. */
export const classicFolder: FolderFiles = {
  'School.csv': [
    ['SIS ID', 'Name', 'School Number', 'Grade Low', 'Grade High'],
    ['{S-1}', 'مدرسة الواحة', '12', '1', '6'],
  ],
  'Section.csv': [
    [
      'SIS ID',
      'School SIS ID',
      'Section Name',
      'Course SIS ID',
      'Course Name',
      'Term Name',
      'Term StartDate',
      'Term EndDate',
    ],
    ['sec1', 'S-1', 'رياضيات 4أ', 'm', 'الرياضيات', 'ترم أول', '2026-09-20', '2027-01-20'],
    ['sec2', 'S-1', 'عربي 4أ', 'a', 'اللغة العربية', 'ترم أول', '2026-09-20', '2027-01-20'],
    ['sec3', 'S-1', 'رياضيات 4ب', 'm', 'الرياضيات', 'ترم أول', '2026-09-20', '2027-01-20'],
  ],
  'Student.csv': [
    ['SIS ID', 'School SIS ID', 'Username', 'First Name', 'Last Name', 'Grade', 'Birthdate', 'Status'],
    ['st1', 'S-1', 'salim', 'سليم', 'حسن الشاذلي', '04', '2016-05-06', 'Active'],
    ['st2', 'S-1', 'tala', 'تالا', 'الشاذلي', '04', '', 'Active'],
    ['st3', 'S-1', 'nour', 'نور', 'فؤاد البدري', '04', '', 'Inactive'],
  ],
  'StudentEnrollment.csv': [
    ['Section SIS ID', 'SIS ID'],
    ['sec1', 'st1'],
    ['sec2', 'st1'],
    ['sec3', '{st2}'],
  ],
  'Teacher.csv': [
    ['SIS ID', 'School SIS ID', 'Username', 'First Name', 'Last Name', 'Secondary Email'],
    ['t1', 'S-1', 'mona', 'منى', 'السيد', 'mona@example.com'],
  ],
  'TeacherRoster.csv': [
    ['Section SIS ID', 'SIS ID'],
    ['sec1', 't1'],
    ['sec3', 't1'],
  ],
  'User.csv': [
    ['Email', 'First Name', 'Last Name', 'Phone'],
    ['h@example.com', 'هدى', 'الشاذلي', '01055555551'],
    ['k@example.com', 'خالد', 'الشاذلي', '+44 20 7946 0000'],
  ],
  'Guardianrelationship.csv': [
    ['SIS ID', 'Email', 'Role'],
    ['st1', 'H@example.com', 'Mother'],
    ['st1', 'k@example.com', 'Relative'],
    ['st1', 'd@example.com', 'Doctor'],
  ],
}

/** Microsoft School Data Sync 2: the role stands with the person. */
export const secondFolder: FolderFiles = {
  'orgs.csv': [
    ['sourcedId', 'name', 'type', 'parentSourcedId'],
    ['d', 'إدارة الواحات', 'district', ''],
    ['o1', 'مدرسة الواحة', 'school', 'd'],
  ],
  'users.csv': [
    ['sourcedId', 'orgSourcedIds', 'username', 'givenName', 'familyName', 'activeDirectoryMatchId', 'role', 'grade'],
    ['u1', 'o1', 'salim@school.example', 'سليم', 'حسن الشاذلي', 'salim', 'student', '04'],
    ['u9', 'o1', 'mona@school.example', 'منى', 'السيد', 'mona', 'teacher', ''],
  ],
  'classes.csv': [
    ['sourcedId', 'orgSourcedId', 'title'],
    ['c1', 'o1', 'فصل 4أ'],
  ],
  'enrollments.csv': [
    ['classSourcedId', 'userSourcedId', 'role'],
    ['c1', 'u1', 'student'],
    ['c1', 'u9', 'teacher'],
  ],
}

/** Microsoft School Data Sync 2.1: roles and relationships in files of their own, phones of any country. */
export const latestFolder: FolderFiles = {
  'orgs.csv': secondFolder['orgs.csv']!,
  'users.csv': [
    ['sourcedId', 'username', 'givenName', 'familyName', 'activeDirectoryMatchId', 'email', 'phone', 'sms'],
    ['u1', 'salim', 'سليم', 'الشاذلي', '', '', '', ''],
    ['u9', 'mona', 'منى', 'السيد', '', 'mona@example.com', '', '01055555559'],
    ['g1', '', 'هدى', 'الشاذلي', '', 'h@example.com', '', '+201055555551'],
    ['g2', '', 'خالد', 'الشاذلي', '', 'k@example.com', '+966501234567', ''],
  ],
  'roles.csv': [
    ['userSourcedId', 'orgSourcedId', 'role', 'sessionSourcedId', 'grade', 'isPrimary'],
    ['u1', 'o1', 'student', 'y', '04', 'true'],
    ['u9', 'o1', 'teacher', 'y', '', 'true'],
    ['g1', 'o1', 'guardian', 'y', '', ''],
    ['u9', 'o1', 'parent', 'y', '', ''],
  ],
  'classes.csv': [
    ['sourcedId', 'orgSourcedId', 'title', 'sessionSourcedIds', 'courseSourcedId'],
    ['c1', 'o1', 'فصل 4أ', 'y', 'k1'],
  ],
  'enrollments.csv': [
    ['classSourcedId', 'userSourcedId', 'role'],
    ['c1', 'u1', 'student'],
    ['c1', 'u9', 'teacher'],
  ],
  'courses.csv': [
    ['sourcedId', 'orgSourcedId', 'title', 'code', 'schoolYear', 'subject'],
    ['k1', 'o1', 'العلوم', 'SCI', '2026', ''],
  ],
  'academicSessions.csv': [
    ['sourcedId', 'title', 'type', 'schoolYear', 'startDate', 'endDate'],
    ['y', '2026/2027', 'schoolYear', '2026', '2026-09-20', '2027-06-10'],
    ['t1', 'ترم أول', 'term', '2026', '2026-09-20', '2027-01-20'],
  ],
  'relationships.csv': [
    ['userSourcedId', 'relationshipUserSourcedId', 'relationshipRole'],
    ['u1', 'g1', 'mother'],
    ['u1', 'g2', 'relative'],
    ['u1', 'u9', 'aide'],
  ],
  'demographics.csv': [
    ['userSourcedId', 'sex', 'birthDate', 'birthCity'],
    ['u1', 'M', '2016-05-06', 'سوهاج'],
  ],
}
