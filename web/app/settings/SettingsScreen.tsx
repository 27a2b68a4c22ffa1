import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData, useParams } from 'react-router'
import { codeWithTexts, useTranslation, withTexts } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool, useHolds } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { SchoolWaits } from '#web/records/SchoolWaits.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { hidesMenu, keysOf, maySee, settingsMenu } from './menu.ts'
import { NextSteps } from './NextSteps.tsx'
import { SettingsLayout } from './SettingsLayout.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'

type Setting = ComponentType<{ school: OwnSchool }>

/** How marks are made is the first step of a term's results. */
const ToSchemes: Setting = () => <Navigate to={paths.results('scheme')} replace />

/** Each setting by the last word of its address; its code is fetched when it is first opened. */
const settings: Record<string, () => Promise<Setting>> = {
  payment: async () => (await import('#web/platform/payments/PaymentSetting.tsx')).PaymentSetting,
  'school-info': async () => (await import('#web/platform/schools/SchoolInfoSetting.tsx')).SchoolInfoSetting,
  'school-contact': async () => (await import('#web/platform/contacts/ContactSetting.tsx')).ContactSetting,
  language: async () => (await import('#web/platform/languages/LanguageSetting.tsx')).LanguageSetting,
  messages: () =>
    codeWithTexts(async () => (await import('#web/messages/threads/MessageSetting.tsx')).MessageSetting, '.threads'),
  fees: () => codeWithTexts(async () => (await import('#web/money/fees/FeeSetting.tsx')).FeeSetting, '.fees'),
  grade: async () => (await import('#web/school/grades/GradeSetting.tsx')).GradeSetting,
  course: async () => (await import('#web/school/courses/CourseSetting.tsx')).CourseSetting,
  classes: async () => (await import('#web/school/classes/ClassSetting.tsx')).ClassSetting,
  exams: async () => (await import('#web/teaching/exams/ExamSetting.tsx')).ExamSetting,
  teachers: async () => (await import('#web/people/teachers/TeacherSetting.tsx')).TeacherSetting,
  students: async () => (await import('#web/people/students/StudentsScreen.tsx')).StudentsScreen,
  'record-fields': () =>
    codeWithTexts(
      async () => (await import('#web/people/official-records/FieldSetting.tsx')).FieldSetting,
      '.records',
      '.corrections',
    ),
  absence: () =>
    codeWithTexts(async () => (await import('#web/teaching/absence/AbsenceSetting.tsx')).AbsenceSetting, '.absence'),
  conduct: () =>
    codeWithTexts(async () => (await import('#web/teaching/conduct/ConductSetting.tsx')).ConductSetting, '.conduct'),
  results: async () => ToSchemes,
  'current-year': async () => (await import('#web/school/years/CurrentYearSetting.tsx')).CurrentYearSetting,
  years: async () => (await import('#web/school/years/YearsSetting.tsx')).YearsSetting,
  'next-year': () =>
    codeWithTexts(
      async () => (await import('#web/results/promotion/PromotionSetting.tsx')).PromotionSetting,
      '.promotion',
    ),
  hours: () =>
    codeWithTexts(async () => (await import('#web/school/timetable/HoursSetting.tsx')).HoursSetting, '.timetable'),
  rooms: async () => (await import('#web/school/timetable/RoomSetting.tsx')).RoomSetting,
  calendar: () =>
    codeWithTexts(async () => (await import('#web/school/calendar/CalendarSetting.tsx')).CalendarSetting, '.calendar'),
  'assign-school-user-role': async () => (await import('#web/platform/roles/Rights.tsx')).RolesInSchool,
  'office-roles': async () => (await import('#web/platform/roles/OfficeRoleSetting.tsx')).OfficeRoleSetting,
  'assign-school-user-permission': async () => (await import('#web/platform/roles/Rights.tsx')).KeysInSchool,
  'phone-changes': () =>
    codeWithTexts(
      async () => (await import('#web/platform/identity/PhoneChangeSetting.tsx')).PhoneChangeSetting,
      '.numbers',
    ),
  connections: () =>
    codeWithTexts(
      async () => (await import('#web/platform/connections/ConnectionSetting.tsx')).ConnectionSetting,
      '.connections',
    ),
  removed: async () => (await import('#web/overviews/removals/RemovedSetting.tsx')).RemovedSetting,
  'audit-log': async () => (await import('#web/platform/audit/AuditLog.tsx')).AuditOfSchool,
}

/** Fetches the setting that an address names; an unknown one is an unknown page. */
export async function loadSetting({ params: { settingType } }: LoaderFunctionArgs) {
  if (settingType === undefined) {
    await withTexts('.home')
    return null
  }
  const load = Object.hasOwn(settings, settingType) ? settings[settingType] : undefined
  if (!load) throw new Response(null, { status: 404 })
  return { Setting: await codeWithTexts(load, '.settings') }
}

/** A setting that is daily work, as a screen of its own: the people and classes of a school. */
export function JobScreen({ of }: { of: string }) {
  const { Setting } = useLoaderData<NonNullable<Awaited<ReturnType<typeof loadSetting>>>>()
  const school = useDefaultSchool()
  const holds = useHolds()
  if (!school || !maySee(settingsMenu, of, holds))
    return <Navigate to={paths.unauthorized()} state={{ keys: keysOf(settingsMenu, of) }} replace />
  return <Setting key={school.id} school={school} />
}

/** The settings of the current school: the menu next to the chosen one; on a narrow screen the menu is a separate page. */
export function SettingsScreen() {
  const { t } = useTranslation()
  const { settingType } = useParams()
  const loaded = useLoaderData<typeof loadSetting>()
  const school = useDefaultSchool()
  const holds = useHolds()
  if (!school || (settingType && !maySee(settingsMenu, settingType, holds)))
    return <Navigate to={paths.unauthorized()} state={{ keys: keysOf(settingsMenu, settingType) }} replace />

  const Setting = loaded?.Setting
  return (
    <SettingsLayout
      title={t('settings.title')}
      lead={<Bdi>{school.name}</Bdi>}
      home={paths.settings()}
      alone={hidesMenu(settingType)}
      instead={(choose) => <NextSteps school={school}>{choose}</NextSteps>}
      menu={(asPage) => (
        <>
          <SchoolWaits school={school} />
          <SettingsMenu {...{ asPage }} label={t('settings.title')} groups={settingsMenu} to={paths.settings} />
        </>
      )}
    >
      {Setting && <Setting key={school.id} school={school} />}
    </SettingsLayout>
  )
}
