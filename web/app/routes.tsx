import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { codeWithTexts, withTexts } from '#web/lib/i18n.ts'
import { followPresses } from '#web/lib/notification-press.ts'
import { isId } from '#web/lib/paths.ts'
import { watchBack } from '#web/ui/over-entry.ts'
import { Loading } from '#web/ui/Skeleton.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { fetched } from './fetched.ts'
import { Guard } from './Guard.tsx'
import { HomeScreen } from './HomeScreen.tsx'
import { Layout } from './Layout.tsx'
import { loadPlatform, type PlatformScreens } from './load-platform.ts'

/** A screen whose code, and the texts that few other screens need, are fetched when it is first visited. */
const screen = (path: string, load: () => Promise<ComponentType>, ...texts: string[]) => ({
  path,
  lazy: async () => ({ Component: await fetched(() => codeWithTexts(load, ...texts)) }),
})

/** Screens in one chunk, because a person who opens one of them usually opens another one soon. */
const together =
  <S extends Record<string, ComponentType>>(load: () => Promise<S>, ...texts: string[]) =>
  (path: string, name: keyof S) =>
    screen(path, async () => (await load())[name]!, ...texts)

const ofIdentity = together(async () => (await import('./identityScreens.ts')).identityScreens)
const ofSchools = together(async () => (await import('./schoolScreens.ts')).schoolScreens)
const ofParents = together(async () => (await import('./parentScreens.ts')).parentScreens, '.home')

/** The screens of the platform, each with its own key. */
const ofPlatform = (
  [
    'payments',
    'payments-transaction',
    'school-list',
    'admin-settings/:settingType?',
  ] satisfies (keyof PlatformScreens)[]
).map((path): RouteObject => ({ path, lazy: async () => (await fetched(loadPlatform)).platformScreens[path]() }))

const open: RouteObject[] = [
  { index: true, Component: HomeScreen },
  ofSchools('schools', 'list'),
  ofSchools('school', 'one'),
  screen('auth', async () => (await import('./AuthScreen.tsx')).AuthScreen),
  ofIdentity('otp', 'otp'),
  ofIdentity('add-password', 'addPassword'),
  ofIdentity('forget-password', 'forgetPassword'),
  ofIdentity('unauthorized', 'unauthorized'),
  screen('verify', async () => (await import('#web/results/papers/VerifyScreen.tsx')).VerifyScreen, '.verify'),
]

/** The school's own settings; the address names which one. */
const settings: RouteObject = {
  path: 'settings/:settingType?',
  lazy: async () => {
    const { SettingsScreen, loadSetting } = await fetched(() => import('#web/app/settings/SettingsScreen.tsx'))
    return { Component: SettingsScreen, loader: loadSetting }
  },
}

/** Lists of a school's people and classes, each also a setting. */
const job = (path: string, of: string): RouteObject => ({
  path,
  lazy: async () => {
    const { JobScreen, loadSetting } = await fetched(() => import('#web/app/settings/SettingsScreen.tsx'))
    return {
      Component: () => <JobScreen of={of} />,
      loader: (call) => loadSetting({ ...call, params: { settingType: of } }),
    }
  },
})

const signedIn: RouteObject[] = [
  job('students', 'students'),
  screen(
    'students/:studentId',
    async () => (await import('#web/app/student/StudentPage.tsx')).StudentPage,
    '.home',
    '.family',
    '.papers',
    '.student',
  ),
  job('classes', 'classes'),
  job('staff', 'teachers'),
  ofIdentity('profile', 'profile'),
  ofIdentity('set-profile', 'profile'),
  ofIdentity('change-password', 'changePassword'),
  ofIdentity('sessions', 'sessions'),
  screen(
    'change-number',
    async () => (await import('#web/platform/identity/ChangeNumberScreen.tsx')).ChangeNumberScreen,
    '.numbers',
  ),
  screen('inbox', async () => (await import('#web/messages/inbox/InboxScreen.tsx')).InboxScreen, '.papers'),
  screen('notices', async () => (await import('#web/messages/push/NoticesScreen.tsx')).NoticesScreen, '.notices'),
  screen('calendar', async () => (await import('#web/school/calendar/CalendarScreen.tsx')).CalendarScreen, '.calendar'),
  screen(
    'timetable',
    async () => (await import('#web/school/timetable/TimetableScreen.tsx')).TimetableScreen,
    '.timetable',
  ),
  screen(
    'cover',
    async () => (await import('#web/teaching/cover/CoverScreen.tsx')).CoverScreen,
    '.cover',
    '.timetable',
    '.lessons',
  ),
  screen('lesson', async () => (await import('#web/teaching/attendance/LessonScreen.tsx')).LessonScreen, '.lessons'),
  screen('cover/counts', async () => (await import('#web/teaching/cover/CountsScreen.tsx')).CountsScreen, '.cover'),
  { ...ofParents('my-children', 'children'), children: [ofParents('table', 'nestedTable')] },
  screen(
    'my-children/records',
    async () => (await import('#web/people/official-records/RecordsOfChildren.tsx')).RecordsOfChildren,
    '.records',
    '.corrections',
    '.home',
  ),
  ofParents('table', 'table'),
  ofParents('child', 'child'),
  screen('my-classroom', async () => (await import('#web/school/classes/MyClassroomScreen.tsx')).MyClassroomScreen),
  screen('posts', async () => (await import('#web/messages/posts/PostsScreen.tsx')).PostsScreen, '.posts'),
  screen('messages', async () => (await import('#web/messages/threads/ThreadsScreen.tsx')).ThreadsScreen, '.threads'),
  screen('forms', async () => (await import('#web/people/forms/FormsScreen.tsx')).FormsScreen, '.forms'),
  screen('meetings', async () => (await import('#web/people/meetings/MeetingsScreen.tsx')).MeetingsScreen, '.meetings'),
  screen('gate', async () => (await import('#web/people/safety/GateScreen.tsx')).GateScreen, '.safety'),
  screen('absence', async () => (await import('#web/teaching/absence/AbsenceScreen.tsx')).AbsenceScreen, '.absence'),
  screen(
    'waiting',
    async () => (await import('./waiting/WaitingScreen.tsx')).WaitingScreen,
    '.waiting',
    '.absence',
    '.records',
  ),
  screen('results', async () => (await import('#web/results/results/ResultsScreen.tsx')).ResultsScreen, '.results'),
  screen('fees', async () => (await import('#web/money/fees/FeesScreen.tsx')).FeesScreen, '.fees'),
  screen('fees/take', async () => (await import('#web/money/fees/TakeScreen.tsx')).TakeScreen, '.fees'),
  screen('fees/family', async () => (await import('#web/money/fees/FamilyScreen.tsx')).FamilyScreen, '.fees'),
  screen('fees/mine', async () => (await import('#web/money/fees/OwnFeesScreen.tsx')).OwnFeesScreen, '.fees'),
  screen('papers', async () => (await import('#web/results/papers/PapersScreen.tsx')).PapersScreen, '.papers'),
  { element: <Guard keys={['ViewSchoolSettings']} />, children: [settings] },
  ...ofPlatform,
  {
    ...screen(':classId', async () => {
      // Used only by the refusal for a closed day. The register opens without these texts, as it does without a network.
      void withTexts('.calendar').catch(() => undefined)
      return (await import('./next-tap.ts')).nextTap.ClassScreen
    }),
    loader: ({ params }) => {
      if (!isId(params.classId)) throw new Response(null, { status: 404 })
      return null
    },
  },
]

/** Every address of the product (product.md §2.1). The error page answers all others. */
export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Layout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: FirstPaint,
    children: [
      {
        ErrorBoundary: ErrorPage, // within the layout, so that the header stays when a screen fails
        children: [...open, { element: <Guard />, children: signedIn }, { path: '*', Component: ErrorPage }],
      },
    ],
  },
]

export function startRouter() {
  watchBack()
  const router = createBrowserRouter(routes)
  followPresses((to) => void router.navigate(to))
  return router
}

function FirstPaint() {
  return (
    <div className="mx-auto max-w-6xl px-4 pt-24">
      <Loading as="cards" count={3} />
    </div>
  )
}
