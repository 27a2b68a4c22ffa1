import { lazy, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { users } from '#contract/platform/identity/users.ts'
import { useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { part } from '#web/ui/part.tsx'
import { paths, safeNext } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'
import { Bdi, PhoneNumber } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ProfilePerson } from './account.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { TaughtSchools } from './TaughtSchools.tsx'

const OwnRights = lazy(part(async () => (await import('#web/platform/roles/OwnRights.tsx')).OwnRights, '.settings'))
const OwnPhoneChange = lazy(part(async () => (await import('./OwnPhoneChange.tsx')).OwnPhoneChange, '.numbers'))
const LinkedAccounts = lazy(
  part(async () => (await import('#web/platform/sign-in/LinkedAccounts.tsx')).LinkedAccounts, '.outside'),
)
const PictureField = lazy(part(async () => (await import('#web/ui/PictureField.tsx')).PictureField))

/** The person's own picture and account: /profile, and /set-profile right after the first sign-in, which may wait. */
export function ProfileScreen() {
  const { t } = useTranslation()
  const { user } = useSession()
  const { pathname, state } = useLocation()
  const isFirst = pathname === paths.setProfile()
  const next = safeNext((state as { next?: string } | null)?.next)
  const { data, error, refetch } = useRead(users.get, { userId: user?.id ?? '' }, { enabled: user !== null })

  return (
    <Screen
      title={t(isFirst ? 'profile.first' : 'profile.title')}
      lead={t(isFirst ? 'profile.firstLead' : 'profile.lead')}
      tools={isFirst && <LinkButton to={next}>{t('profile.later')}</LinkButton>}
      narrow
    >
      {data ? (
        <>
          {user?.isNarrowed ? <ClosedAccount person={data} /> : <Account person={data} next={isFirst ? next : null} />}
          {!isFirst && (
            <LazyPart fallback={<Loading count={2} />}>
              <OwnRights userId={data.id} />
            </LazyPart>
          )}
          {!isFirst && !user?.isNarrowed && (
            <LazyPart fallback={null}>
              <LinkedAccounts />
            </LazyPart>
          )}
        </>
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={4} />
      )}
    </Screen>
  )
}

/** In a session that was opened with the account of a school, who the person is and how the rest is reached. */
const ClosedAccount = ({ person }: { person: ProfilePerson }) => (
  <Card className="space-y-2">
    <p className="font-semibold">
      <Bdi>{[person.firstName, person.middleName, person.lastName].filter(Boolean).join(' ')}</Bdi>
    </p>
    <p className="text-muted">{translated('Sign in with your phone number and password for this')}</p>
  </Card>
)

/** `next` is where saving leads; null stays here. */
function Account({ person, next }: { person: ProfilePerson; next: string | null }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { imageUrl, isTeacher } = useStore((root) => root.user)
  const [stored, setStored] = useState(person)
  const [saves, setSaves] = useState(0)

  function saved(now: ProfilePerson) {
    // Before anything leads on: a form that was not begun anew asks whether to lose what is stored.
    flushSync(() => {
      setStored(now)
      setSaves((count) => count + 1)
    })
    const root = useStore.getState()
    const { userName, firstName, middleName, lastName } = now
    root.setUser({ ...root.user, userName: userName ?? '', firstName, middleName: middleName ?? '', lastName })
    toast({ title: t('profile.saved') })
    if (next !== null) void navigate(next, { replace: true })
  }

  return (
    <div className="space-y-5">
      <Card className="space-y-4">
        <div className="-mx-3 -mt-3">
          <LazyPart fallback={<Skeleton className="h-70 md:h-32" />}>
            <PictureField
              type={2}
              ownerId={person.id}
              src={imageUrl}
              names={[stored.firstName, stored.lastName]}
              onChanged={(url) => useStore.getState().updateUser('imageUrl', url)}
              label="profile.picture"
            />
          </LazyPart>
        </div>
        <p>
          <span className="block text-sm text-muted">{t('auth.phoneNumber')}</span>
          <PhoneNumber phone={person.phoneNumber ?? ''} />{' '}
          <LinkButton tone="quiet" to={paths.changeNumber()}>
            {t('profile.changeNumber')}
          </LinkButton>
        </p>
        <LazyPart fallback={null}>
          <OwnPhoneChange />
        </LazyPart>
      </Card>
      <Card>
        <ProfileForm key={`${stored.version} ${saves}`} person={stored} onSaved={saved} onTheirs={setStored} />
      </Card>
      {isTeacher && <TaughtSchools />}
    </div>
  )
}
