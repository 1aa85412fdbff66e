create table multimedia (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  type text not null check (type in ('photo', 'video', 'link')),
  path text not null check (path in ('avatars', 'logos', 'products', 'shop', 'instructions', 'tasks')),
  -- A name made by us, which nobody can guess: whoever may see files of the company may see this one by it.
  file text unique check (file ~ '^[0-9a-z]{32}\.[0-9a-z]{3,4}$'),
  url text check (starts_with(url, 'https://') and length(url) <= 2000),
  name text not null check (length(name) between 1 and 200),
  -- Bytes of the file as it was sent, and their SHA-256.
  size bigint check (size > 0),
  sha256 bytea check (length(sha256) = 32),
  -- Size and SHA-256 of each smaller copy of a photo.
  variants jsonb not null default '{}' check (jsonb_typeof(variants) = 'object'),
  -- Pixels.
  width integer check (width > 0),
  height integer check (height > 0),
  -- Seconds.
  duration integer check (duration >= 0),
  created_by bigint not null,
  created_at timestamptz(3) not null,
  -- When something last let go of it. What nothing holds is deleted a day later.
  released_at timestamptz(3),
  primary key (company_id, id),
  -- Faces and logos are referred to by their files.
  unique (company_id, file),
  foreign key (company_id, created_by) references users,
  check ((type = 'link') = (url is not null)),
  check ((type = 'link') = (file is null)),
  check ((file is null) = (size is null)),
  check ((file is null) = (sha256 is null)),
  check (type = 'photo' or path not in ('avatars', 'logos'))
);
create index multimedia_by_age on multimedia ((coalesce(released_at, created_at)));

-- Media of a task in their order. Every thing that has media has such a table; what is in one cannot be deleted.
create table task_multimedia (
  company_id bigint not null,
  task_id bigint not null,
  multimedia_id bigint not null,
  position integer not null check (position >= 0),
  primary key (company_id, task_id, multimedia_id),
  unique (company_id, task_id, position),
  foreign key (company_id, task_id) references tasks,
  foreign key (company_id, multimedia_id) references multimedia
);
create index task_multimedia_of_multimedia on task_multimedia (company_id, multimedia_id);

alter table users add foreign key (company_id, avatar) references multimedia (company_id, file);
create index users_of_avatar on users (company_id, avatar) where avatar is not null;
alter table companies add foreign key (id, logo) references multimedia (company_id, file);
