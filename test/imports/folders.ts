import { strToU8, zipSync } from 'fflate'
import { csvOf } from './sending.ts'

/** A folder by the names of its files. Everybody in these is invented. */
export type FolderFiles = Record<string, string[][]>

/** A folder as one zip. `marked`: with the byte order mark that spreadsheets write; `inside`: in a folder of its own. */
export const zipOf = (files: FolderFiles, { marked = false, inside = '' } = {}) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, rows]) => [
          `${inside}${name}`,
          strToU8(`${marked ? '\ufeff' : ''}${csvOf(rows)}\r\n`),
        ]),
      ),
    ),
  )

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

/** OneRoster 1.1, with what such folders have: rows marked as deleted, a name over two lines, files nobody needs here. */
export const oneRosterFolder: FolderFiles = {
  'manifest.csv': [
    ['propertyName', 'value'],
    ['manifest.version', '1.0'],
    ['oneroster.version', '1.1'],
    ['file.users', 'bulk'],
  ],
  'orgs.csv': [
    ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier', 'parentSourcedId'],
    ['o1', 'active', '', 'مدرسة الواحة', 'school', '', ''],
  ],
  'users.csv': [
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'enabledUser',
      'orgSourcedIds',
      'role',
      'username',
      'userIds',
      'givenName',
      'familyName',
      'middleName',
      'identifier',
      'email',
      'sms',
      'phone',
      'agentSourcedIds',
      'grades',
      'password',
    ],
    [
      '{u1}',
      'active',
      '',
      'true',
      'o1',
      'student',
      'salim',
      '{LDAP:salim}',
      'سليم',
      'الشاذلي',
      'حسن\nعلي',
      '',
      '',
      '',
      '',
      'g1',
      '04',
      '',
    ],
    ['u2', 'tobedeleted', '', 'true', 'o1', 'student', 'x', '', 'غائب', 'الشاذلي', 'حسن', '', '', '', '', '', '04', ''],
    [
      'u9',
      'active',
      '',
      'true',
      'o1',
      'teacher',
      'mona',
      '',
      'منى',
      'السيد',
      'فتحي',
      '',
      'mona@example.com',
      '01055555559',
      '',
      '',
      '',
      '',
    ],
    ['g1', 'active', '', 'true', 'o1', 'parent', '', '', 'هدى', 'الشاذلي', '', '', '', '01055555551', '', 'u1', '', ''],
  ],
  'courses.csv': [
    ['sourcedId', 'status', 'dateLastModified', 'schoolYearSourcedId', 'title', 'courseCode', 'grades', 'orgSourcedId'],
    ['k0', '', '', '', 'Homeroom', '', '', 'o1'],
    ['k1', '', '', '', 'العلوم', '', '04', 'o1'],
    ['k2', 'tobedeleted', '', '', 'مادة قديمة', '', '', 'o1'],
  ],
  'classes.csv': [
    ['sourcedId', 'status', 'dateLastModified', 'title', 'grades', 'courseSourcedId', 'classCode', 'classType'],
    ['c1', '', '', 'فصل 4أ', '04', 'k0', '', 'homeroom'],
    ['c2', '', '', 'علوم', '04', 'k1', '', 'scheduled'],
  ],
  'enrollments.csv': [
    ['sourcedId', 'status', 'dateLastModified', 'classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role'],
    ['e1', '', '', 'c1', 'o1', 'u1', 'student'],
    ['e2', '', '', 'c2', 'o1', 'u1', 'student'],
    ['e3', '', '', 'c2', 'o1', 'u9', 'teacher'],
  ],
  'demographics.csv': [
    ['sourcedId', 'status', 'dateLastModified', 'birthDate', 'sex', 'cityOfBirth'],
    ['u1', '', '', '2016-05-06', 'male', 'سوهاج'],
  ],
  'academicSessions.csv': [
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'title',
      'type',
      'startDate',
      'endDate',
      'parentSourcedId',
      'schoolYear',
    ],
    ['y', '', '', '2026/2027', 'schoolYear', '2026-09-20', '2027-06-10', '', '2027'],
    ['p', '', '', 'أكتوبر', 'gradingPeriod', '2026-10-01', '2026-10-31', 'y', '2027'],
    ['z', '', '', 'قديم', 'gradingPeriod', '2020-10-01', '2020-10-31', 'y', '2021'],
  ],
  'lineItems.csv': [['sourcedId'], ['l1']],
}

/** The same in OneRoster 1.2: the roles in a file of their own. */
export const newRosterFolder: FolderFiles = {
  ...oneRosterFolder,
  'manifest.csv': [
    ['propertyName', 'value'],
    ['oneroster.version', '1.2'],
  ],
  'users.csv': oneRosterFolder['users.csv']!.map((cells) => cells.filter((_, at) => at !== 4 && at !== 5)),
  'roles.csv': [
    [
      'sourcedId',
      'status',
      'dateLastModified',
      'userSourcedId',
      'roleType',
      'role',
      'beginDate',
      'endDate',
      'orgSourcedId',
    ],
    ...[
      ['u1', 'student'],
      ['u2', 'student'],
      ['u9', 'teacher'],
      ['g1', 'parent'],
    ].map(([id, role]) => [`r${id}`, '', '', id!, 'primary', role!, '', '', 'o1']),
  ],
}
