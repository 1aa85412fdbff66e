import type { FieldTextKey } from './errors.en.ts'
import type { ErrorCode } from './errors.ts'

export const errorTextsRu = {
  bad_request: 'Запрос не удалось прочитать',
  unauthenticated: 'Вы вышли из системы. Войдите, чтобы продолжить',
  forbidden: 'У вас нет права на это действие',
  company_inactive: 'Компания отключена. Обратитесь к тому, кто ведёт эту установку',
  password_change_required: 'Сначала задайте собственный пароль',
  not_found: 'Здесь такого нет',
  method_not_allowed: 'Этот адрес не принимает такой метод',
  conflict: 'Это противоречит тому, что уже есть',
  wrong_state: 'Из нынешнего состояния так не перейти. Обновите, чтобы увидеть, что изменилось',
  stale: 'Пока вы правили, это изменили',
  idempotency_conflict: 'Этот ключ уже использован для другого',
  idempotency_running: 'Такой же запрос ещё выполняется. Повторите чуть позже',
  too_large: 'Это больше, чем принимает сервер',
  unsupported_media_type: 'Сервер не читает такой вид данных',
  csrf_mismatch: 'Страница устарела. Загрузите её заново',
  invalid: 'Проверьте отмеченные поля',
  too_many_requests: 'Слишком много попыток. Подождите немного и повторите',
  internal: 'Ошибка на сервере. Номер обращения {request_id}',
  unavailable: 'База данных не отвечает. Повторите чуть позже',
} as const satisfies Record<ErrorCode, string>

export const fieldTextsRu = {
  required: 'Заполните поле',
  unknown_field: 'Такого поля нет',
  wrong_type: 'Значение не того вида',
  not_offered: 'Выберите одно из предложенных значений',
  too_short:
    '{minimum, plural, =1 {Заполните поле} one {Не меньше # символа} few {Не меньше # символов} many {Не меньше # символов} other {Не меньше # символа}}',
  too_long:
    '{maximum, plural, one {Не больше # символа} few {Не больше # символов} many {Не больше # символов} other {Не больше # символа}}',
  too_small: 'Не меньше {minimum, number}',
  too_big: 'Не больше {maximum, number}',
  too_few:
    '{minimum, plural, one {Не меньше # записи} few {Не меньше # записей} many {Не меньше # записей} other {Не меньше # записи}}',
  too_many:
    '{maximum, plural, one {Не больше # записи} few {Не больше # записей} many {Не больше # записей} other {Не больше # записи}}',
  bad_key: 'Ключ — от 1 до 64 видимых латинских знаков',
  bad_characters: 'Здесь есть знаки, которые нельзя сохранить',
  bad_date: 'Такой даты нет',
  dates_reversed: 'Конец раньше начала',
  bad_email: 'Почта выглядит так: name@company.ru',
  wrong_password: 'Неверный пароль',
  password_common: 'Таким паролем пользуются многие. Придумайте другой, который труднее угадать',
  password_is_login: 'Пароль не может совпадать с почтой',
  password_same: 'Придумайте другой, не тот, что вам выдали',
  password_mismatch: 'Пароли не совпадают',
  bad_token: 'Ссылка больше не действует. Запросите новую',
  email_taken: 'Эта почта уже занята',
  bad_credentials: 'Неверная почта или пароль',
  no_such_user: 'В компании нет такого действующего сотрудника',
  no_such_warehouse: 'В компании нет такого склада',
  begun_needs_person: 'У начатой работы должен быть исполнитель',
  more_than_quantity: 'Не больше, чем в задаче: {quantity, number}',
  less_than_done: 'Не меньше, чем уже сделано: {quantity_done, number}',
  view_name_taken: 'Вид с таким названием уже есть',
  too_many_views:
    'Больше {maximum, plural, one {# вида} few {# видов} many {# видов} other {# вида}} хранить нельзя. Удалите ненужный',
  view_too_large: 'Столько значений в вид не войдёт. Выберите меньше',
} as const satisfies Record<FieldTextKey, string>
