from staging.empty_files(['runs'], 'staging.answers')
