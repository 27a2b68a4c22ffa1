/** A problem that the operator can solve. The message is the whole sentence to show, without a stack. */
export class CannotStart extends Error {}

/** Another process uses the data in this folder. */
export class DataInUse extends CannotStart {
  constructor(home: string) {
    super(`Another Kashkool is using the data in ${home}; stop it first, or choose another DATA_DIR.`)
  }
}

export const otherSecret = () =>
  new CannotStart(
    'SECRET differs from the one this database is used with, so second factors could not be opened and other processes would be locked out. Give every process the same SECRET (or the file "secret" of the first data folder).',
  )
