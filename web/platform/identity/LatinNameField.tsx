import { lazy, useState } from 'react'
import { TextField } from '#web/ui/Fields.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'

/** Has a list of common names, which a device that people share must not keep of everybody who looks at the profile. */
const LatinProposal = lazy(part(async () => (await import('./LatinProposal.tsx')).LatinProposal, '.records'))

/** The name as papers in English print it. Whoever comes into the field gets a proposal from the names in the form around it. */
export function LatinNameField() {
  const [entered, setEntered] = useState(false)
  return (
    <div onFocus={() => setEntered(true)}>
      <TextField
        name="latinName"
        label="settings.record.latinName"
        hint="settings.record.latinHint"
        dir="ltr"
        className="rtl:text-end"
        autoComplete="off"
      />
      {entered && (
        <LazyPart>
          <LatinProposal />
        </LazyPart>
      )}
    </div>
  )
}
