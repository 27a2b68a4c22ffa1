import { BookOpen, School } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { Questions } from '#web/messages/inbox/Questions.tsx'
import { SchoolList } from '#web/platform/schools/SchoolList.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { afterFirstUse } from '#web/ui/FirstUse.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'

const CreateSchool = afterFirstUse(() => import('./CreateSchool.tsx').then((file) => file.CreateSchool))

const RequiredSignIn = lazy(
  part(async () => (await import('#web/platform/sign-in/RequiredSignIn.tsx')).RequiredSignIn, '.outside'),
)

/** What a person without a school or a child can do: answer a school, wait for one, or begin one. */
export function NewcomerHome() {
  const { t } = useTranslation()
  const { user, appPermissions } = useSession()
  // A visitor who chose "I run a school" goes on there after signing in.
  const begins = useSearchParams()[0].get('begin') === 'school'
  return (
    <>
      {user && <Questions personId={user.id} />}
      {user && !user.isNarrowed && (
        <LazyPart fallback={null}>
          <RequiredSignIn />
        </LazyPart>
      )}
      <div className="mb-8 grid gap-4 md:grid-cols-2">
        <Choice icon={<BookOpen className="size-7" aria-hidden="true" />} title={t('visitor.parentOrTeacher')}>
          <p className="text-muted">{t('home.linkedNowhere')}</p>
        </Choice>
        {appPermissions.includes('CreateSchool') && (
          <Choice icon={<School className="size-7" aria-hidden="true" />} title={t('visitor.runsSchool')}>
            <p className="mb-4 text-muted">{t('home.runsSchoolHow')}</p>
            <CreateSchool isOpen={begins} trigger={<Button tone="primary">{t('home.beginSchool')}</Button>} />
          </Choice>
        )}
      </div>
      <h2 className="mb-4 text-xl">{t('home.title')}</h2>
      <SchoolList />
    </>
  )
}

function Choice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Card>
      <span className="mb-3 grid size-12 place-items-center rounded-full bg-soft text-primary">{icon}</span>
      <h2 className="mb-2 text-xl">{title}</h2>
      {children}
    </Card>
  )
}
