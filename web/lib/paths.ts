/** Every link of the product. Ids are part of the address, so that a reload, a new tab and a shared link all work. */
export const paths = {
  home: () => '/',
  /** Home, with the form of a new school open. */
  beginSchool: () => '/?begin=school',
  schools: () => '/schools',
  school: (id: string) => withQuery('/school', { id }),
  auth: (next?: string) => withQuery('/auth', { next }),
  /** Where a new person starts. */
  join: (next?: string) => withQuery('/auth', { tab: 'register', next }),
  otp: () => '/otp',
  addPassword: () => '/add-password',
  setProfile: () => '/set-profile',
  profile: () => '/profile',
  changePassword: () => '/change-password',
  changeNumber: () => '/change-number',
  forgetPassword: (next?: string) => withQuery('/forget-password', { next }),
  sessions: () => '/sessions',
  inbox: () => '/inbox',
  notices: () => '/notices',
  calendar: (school?: string) => withQuery('/calendar', { school }),
  /** `draft`: the one that is open; `from`: the day from which its publication is offered. */
  timetable: (tab?: string, of: { draft?: string; from?: string } = {}) => withQuery('/timetable', { tab, ...of }),
  /** `day`: of which lessons are covered; `lesson`: a cover of one's own, with its register. */
  cover: (of: { day?: string; lesson?: string } = {}) => withQuery('/cover', of),
  coverCounts: () => '/cover/counts',
  messages: (of: Record<string, string> = {}) => withQuery('/messages', of),
  posts: (id?: string | null) => withQuery('/posts', { id: id ?? undefined }),
  myChildren: () => '/my-children',
  myChildrenRecords: () => '/my-children/records',
  myChildrenTable: (student: string) => withQuery('/my-children/table', { student }),
  /** The page of a student. `view`: as what a person sees it who is a parent and staff. `tab`: a part of it (web/app/student/parts.ts). */
  student: (id: string, view?: 'parent' | 'staff', tab?: string) => withQuery(pageOf(id), { view, tab }),
  table: (student: string) => withQuery('/table', { student }),
  myClassroom: () => '/my-classroom',
  /** The people of a school and its classes: the same work as under its settings. */
  students: () => '/students',
  classes: () => '/classes',
  staff: () => '/staff',
  classRoom: (id: string, tab?: string, year?: string) => withQuery(`/${encodeURIComponent(id)}`, { tab, year }),
  register: (classRoomId: string, day: string) =>
    withQuery(`/${encodeURIComponent(classRoomId)}`, { tab: 'attendance', days: 'history', day }),
  /** The register of a lesson, of today unless a day is given. */
  lesson: ({
    classRoomId,
    groupId,
    number,
    day,
  }: {
    classRoomId: string
    groupId: string | null
    number: number
    day?: string
  }) => withQuery('/lesson', { class: classRoomId, group: groupId ?? undefined, number: String(number), day }),
  /** `year`: the school year in which the class was shown, so that Back returns to it. */
  marks: (classRoomId: string, tab: string, work: string, year?: string) =>
    withQuery(`/${encodeURIComponent(classRoomId)}`, { tab, work, year }),
  results: (tab?: string) => withQuery('/results', { tab }),
  /** Everything that waits for a decision, or one kind of it. */
  waiting: (kind?: string) => withQuery('/waiting', { kind }),
  gate: () => '/gate',
  forms: () => '/forms',
  meetings: (tab?: string) => withQuery('/meetings', { tab }),
  absence: (tab?: string) => withQuery('/absence', { tab }),
  papers: (tab?: string, kind?: string) => withQuery('/papers', { tab, kind }),
  /** A kind of paper, with the class or the student for whom it is issued, and the term if it is of one. */
  papersFor: (kind: string, student?: string, classRoom?: string, term?: string) =>
    withQuery('/papers', { kind, student, class: classRoom, term }),
  /** The public page that checks a paper; its code is in the fragment, after the #. */
  verify: () => '/verify',
  /** Where a parent excuses a day of a child. */
  excuse: (student: string, day: string) => withQuery(pageOf(student), { tab: 'attendance', excuse: day }),
  /** `tab`: a list of fees, `age`: how long something is owed. */
  fees: (tab?: string, age?: string) => withQuery('/fees', { tab, age }),
  /** `id`: the family whose money is taken, if it is known already. */
  takeFees: (id?: string) => withQuery('/fees/take', { id }),
  feeFamily: (id: string) => withQuery('/fees/family', { id }),
  ownFees: () => '/fees/mine',
  payments: () => '/payments',
  /** `coins`: a coin type, or `new` for schools without one. */
  schoolList: (state?: 'active' | 'inactive', coins?: string) => withQuery('/school-list', { state, coins }),
  paymentsTransaction: () => '/payments-transaction',
  settings: (type?: string) => (type ? `/settings/${encodeURIComponent(type)}` : '/settings'),
  /** What the school keeps of a student. `open`: the form that opens at once. */
  studentFile: (student: string, open?: FormOfFile, tab: 'file' | 'record' = 'file') =>
    withQuery(pageOf(student), { view: 'staff', tab, open }),
  moveOfClass: (classRoomId: string) => withQuery('/students', { move: 'class', classRoomId }),
  importOfStudents: (which: string) => withQuery('/students', { import: which }),
  adminSettings: (type?: string) => (type ? `/admin-settings/${encodeURIComponent(type)}` : '/admin-settings'),
  unauthorized: () => '/unauthorized',
}

export type FormOfFile = 'class' | 'leaving' | 'guardian' | 'merge' | 'state'

const pageOf = (student: string) => `/students/${encodeURIComponent(student)}`

/** The same address, with the name of a form that opens at once (web/ui/opened-by.ts). */
export function opening(address: string, form: string, tab?: string): string {
  const [path = '', query] = address.split('?')
  return withQuery(path, { ...Object.fromEntries(new URLSearchParams(query)), ...(tab && { tab }), open: form })
}

/** The address of a class has only its id in that place; anything else is an unknown page. */
export const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '')

/** The id that an address narrows a list or a screen to. One that was cut off narrows nothing. */
export function idIn(query: URLSearchParams, name: string): string | null {
  const text = query.get(name) ?? undefined
  return isId(text) ? text : null
}

/** Where to go after signing in: the requested page if it is one of ours, else home. Never another site. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return paths.home()
  const here = 'https://here.invalid'
  try {
    const { origin, pathname, search, hash } = new URL(next, here)
    const [first = '', second, ...rest] = pathname.slice(1).split('/')
    const known = nested.has(first) ? rest.length === 0 : second === undefined && (plain.has(first) || isId(first))
    return origin === here && known ? pathname + search + hash : paths.home()
  } catch {
    return paths.home()
  }
}

// The screens of signing in are missing on purpose: nobody goes back to them.
const plain = new Set([
  '',
  'schools',
  'school',
  'profile',
  'change-password',
  'change-number',
  'sessions',
  'child',
  'table',
  'inbox',
  'notices',
  'absence',
  'gate',
  'forms',
  'meetings',
  'waiting',
  'results',
  'calendar',
  'timetable',
  'lesson',
  'cover',
  'messages',
  'papers',
  'posts',
  'my-classroom',
  'classes',
  'staff',
  'payments',
  'school-list',
  'payments-transaction',
])
const nested = new Set(['cover', 'fees', 'my-children', 'students', 'settings', 'admin-settings'])

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value)
  return query.size ? `${path}?${query}` : path
}
