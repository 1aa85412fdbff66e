/** An error answer of MoySklad. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number | null

  /** Without a code the response body is empty. */
  constructor(status: number, code: number | null, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  get body(): object {
    return {
      errors: [
        {
          error: this.message,
          code: this.code,
          moreInfo: `https://dev.moysklad.ru/doc/api/remap/1.2/#error_${this.code}`,
        },
      ],
    }
  }
}
