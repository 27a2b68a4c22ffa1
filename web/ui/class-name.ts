import { isolated } from './Bdi.tsx'

type Named = { name: string; otherYearName: string | null }

/** A class where it stands among others to choose from: with its year unless that is the current one. */
export const nameOfClass = ({ name, otherYearName }: Named) =>
  otherYearName ? [name, otherYearName].map(isolated).join(' · ') : name
