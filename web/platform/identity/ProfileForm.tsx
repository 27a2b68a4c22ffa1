import { lazy, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { users } from '#contract/platform/identity/users.ts'
import { fromWire } from '#contract/language/wire-names.ts'
import { isOvertaken, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { AskWhileTyped } from '#web/ui/AskWhileTyped.tsx'
import { forgetDraft, usePlace } from '#web/ui/drafts.ts'
import { Form } from '#web/ui/Form.tsx'
import { FormAtHand } from '#web/ui/FormAtHand.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { type Account, AccountForm, accountOf, combined, type ProfilePerson, profileOf } from './account.ts'

const LatinNameField = lazy(part(async () => (await import('./LatinNameField.tsx')).LatinNameField, '.records'))

type Props = { person: ProfilePerson; onSaved: (now: ProfilePerson) => void; onTheirs: (theirs: ProfilePerson) => void }

/** The account form. When the row was changed meanwhile, both versions are shown and the person chooses. */
export function ProfileForm({ person, onSaved, onTheirs }: Props) {
  const { t } = useTranslation()
  const update = useWrite(users.update)
  const [conflict, setConflict] = useState<{ mine: Account; theirs: ProfilePerson } | null>(null)
  const form = useRef<UseFormReturn<Account>>(null)
  const { place } = usePlace(person.id)

  const differences = (mine: Account, theirs: Account) =>
    combined(accountOf(person), mine, theirs).contested.map((field) => ({
      label: t(field === 'latinName' ? 'settings.record.latinName' : `profile.${field}`),
      mine: mine[field],
      theirs: theirs[field],
    }))

  async function save(mine: Account, base: ProfilePerson) {
    setConflict(null)
    try {
      const stored = await update.mutateAsync({ ...profileOf(mine), baseVersion: base.version })
      forgetDraft(place) // before the form begins anew with what is stored
      onSaved(stored)
    } catch (error) {
      const theirs = currentOf(error)
      if (!theirs) throw error
      const { both, contested } = combined(accountOf(base), mine, accountOf(theirs))
      if (contested.length === 0) return save(both, theirs)
      setConflict({ mine, theirs })
    }
  }

  return (
    <>
      {conflict && (
        <TwoVersions
          differences={differences(conflict.mine, accountOf(conflict.theirs))}
          onMine={() =>
            form.current!.handleSubmit((mine) =>
              save(combined(accountOf(person), mine, accountOf(conflict.theirs)).both, conflict.theirs),
            )()
          }
          onTheirs={() => {
            forgetDraft(place)
            onTheirs(conflict.theirs)
          }}
        />
      )}
      <Form<Account>
        schema={AccountForm}
        start={accountOf(person)}
        save={(mine) => save(mine, person)}
        draft={{ id: person.id }}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <TextField name="userName" label="profile.userName" hint="profile.userNameHint" autoComplete="nickname" />
          <DateField
            name="birthDay"
            label="profile.birthDay"
            hint="profile.birthDayHint"
            autoComplete="bday"
            placeholder="1990/05/23"
          />
          <TextField name="firstName" label="profile.firstName" autoComplete="given-name" />
          <TextField name="lastName" label="profile.lastName" autoComplete="family-name" />
        </div>
        <OptionalFields />
        <FormAtHand<Account> ref={form} />
        <AskWhileTyped />
      </Form>
    </>
  )
}

function OptionalFields() {
  const { t } = useTranslation()
  const { isTeacher, permissions } = useSession()
  return (
    <fieldset>
      <legend className="mb-4 w-full border-t border-line pt-5 text-lg font-semibold">{t('profile.optional')}</legend>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField name="middleName" label="profile.middleName" autoComplete="additional-name" />
        <TextField
          name="email"
          label="profile.email"
          type="email"
          dir="ltr"
          className="rtl:text-end"
          autoComplete="email"
        />
        <TextField name="address" label="profile.address" autoComplete="street-address" />
        <TextField name="city" label="profile.city" autoComplete="address-level2" />
        <TextField name="region" label="profile.region" autoComplete="address-level1" />
        <TextField name="country" label="profile.country" autoComplete="country-name" />
        {(isTeacher || permissions.length > 0) && (
          <LazyPart fallback={<Skeleton className="h-20" />}>
            <LatinNameField />
          </LazyPart>
        )}
      </div>
    </fieldset>
  )
}

const currentOf = (error: unknown) =>
  isOvertaken(error) && error.current ? (fromWire(users.update.output, error.current) as ProfilePerson) : null
