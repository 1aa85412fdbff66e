/** The storage does not respond, or not as it should. `cause` has the reason. */
export class StorageUnavailableError extends Error {}

/** The storage sent more or fewer bytes of a file than it had announced. */
export class WrongLengthError extends StorageUnavailableError {}
