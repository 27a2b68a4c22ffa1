import { ChevronLeft, Hourglass } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, type LoaderFunctionArgs, Navigate, useLoaderData, useParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool, useHolds } from '#web/lib/session.ts'
import type { SchoolHeld } from '#web/lib/slices.ts'
import { Mark } from '#web/ui/Arch.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { hidesMenu, maySee } from './menu.ts'
import { SettingsMenu } from './SettingsMenu.tsx'

type Setting = ComponentType<{ school: SchoolHeld }>

/** Each setting by the last word of its address; its code is fetched when it is first opened. */
const settings: Record<string, () => Promise<Setting>> = {
  'school-info': async () => (await import('#web/schools/SchoolInfoSetting.tsx')).SchoolInfoSetting,
  'school-contact': async () => (await import('#web/contacts/ContactSetting.tsx')).ContactSetting,
  language: async () => (await import('#web/languages/LanguageSetting.tsx')).LanguageSetting,
  grade: async () => (await import('#web/grades/GradeSetting.tsx')).GradeSetting,
  course: async () => (await import('#web/courses/CourseSetting.tsx')).CourseSetting,
  classes: async () => (await import('#web/classes/ClassSetting.tsx')).ClassSetting,
  exams: async () => (await import('#web/exams/ExamSetting.tsx')).ExamSetting,
  teachers: async () => (await import('#web/teachers/TeacherSetting.tsx')).TeacherSetting,
  students: async () => (await import('#web/students/StudentsScreen.tsx')).StudentsScreen,
  'current-year': async () => (await import('#web/years/CurrentYearSetting.tsx')).CurrentYearSetting,
  years: async () => (await import('#web/years/YearsSetting.tsx')).YearsSetting,
}

/** Fetches the setting an address names; an unknown one is an unknown page. */
export async function loadSetting({ params: { settingType } }: LoaderFunctionArgs) {
  if (settingType === undefined) return null
  const load = Object.hasOwn(settings, settingType) ? settings[settingType] : undefined
  if (!load) throw new Response(null, { status: 404 })
  return { Setting: await load() }
}

/** The settings of the school at hand: the menu beside the chosen one; on a narrow screen the menu is a page itself. */
export function SettingsScreen() {
  const { settingType } = useParams()
  const loaded = useLoaderData<typeof loadSetting>()
  const school = useDefaultSchool()
  const holds = useHolds()
  if (!school || (settingType && !maySee(settingType, holds))) return <Navigate to={paths.unauthorized()} replace />

  const Setting = loaded?.Setting
  if (!Setting) return <Choose school={school} />
  return (
    <div className="md:flex">
      {!hidesMenu(settingType) && <Beside school={school} />}
      <div className="min-w-0 flex-1">
        <Back />
        <Setting key={school.id} school={school} />
      </div>
    </div>
  )
}

/** No setting is chosen yet. */
function Choose({ school }: { school: SchoolHeld }) {
  const { t } = useTranslation()
  return (
    <div className="md:flex">
      <Beside school={school} />
      <div className="min-w-0 flex-1">
        <Screen title={t('settings.title')} lead={<Bdi>{school.name}</Bdi>}>
          <div className="mb-4 flex items-center gap-3 text-muted md:flex-col md:rounded-card md:border md:border-dashed md:border-line md:px-6 md:py-16">
            <Mark className="hidden h-10 opacity-70 md:block" />
            <p>{t('settings.select')}</p>
          </div>
          <div className="md:hidden">
            <Waiting school={school} />
            <SettingsMenu />
          </div>
        </Screen>
      </div>
    </div>
  )
}

const Beside = ({ school }: { school: SchoolHeld }) => (
  <aside className="sticky top-header hidden h-[calc(100dvh-var(--spacing-header))] w-52 shrink-0 overflow-y-auto border-e border-line p-3 md:block lg:w-60">
    <Waiting school={school} />
    <SettingsMenu />
  </aside>
)

/** A school nobody has approved yet can be set up meanwhile. */
function Waiting({ school }: { school: SchoolHeld }) {
  const { t } = useTranslation()
  if (school.active) return null
  return (
    <p className="mb-4 flex items-start gap-2 rounded-field bg-wait-soft px-3 py-2 text-sm text-wait">
      <Hourglass className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {t('settings.notActive')}
    </p>
  )
}

function Back() {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.settings()}
      className="-mb-4 inline-flex min-h-11 items-center gap-1 px-3 pt-3 text-primary md:hidden"
    >
      <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
      {t('settings.title')}
    </Link>
  )
}
