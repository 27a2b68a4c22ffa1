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
