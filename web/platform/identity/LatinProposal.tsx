import { useFormContext } from 'react-hook-form'
import { latinProposal } from '#contract/language/latin-proposal.ts'
import { Proposal } from '#web/records/Proposal.tsx'

/** The Latin letters of the names in the form around it, to be taken or not. */
export function LatinProposal() {
  const { watch } = useFormContext<Record<string, string>>()
  const proposal = latinProposal(watch(['firstName', 'middleName', 'lastName']).join(' '))
  return proposal && <Proposal name="latinName" value={proposal} />
}
